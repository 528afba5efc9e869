//! A module in parts: the first has what runs first, and each other one comes when something calls one of its functions.
//!
//! All parts share the memory, the table and the globals of the first one, so they are one program. Functions of the first part are imported;
//! in the place of a function of another part stands a stub, in each part that calls it:
//!
//! ```text
//! (if (i32.eqz (global.get $there)) (then (call $fetch)))    ;; $fetch: (call $load (i32.const PART)) (global.set $there (i32.const 1))
//! (call_indirect (type …) (local.get 0) … (i32.const SLOT))
//! ```
//!
//! A part writes its functions into their slots of the table when it is made, also where a pointer to the stub was before, and its constants
//! to their places in memory. A constant is in the first part if a function of that reaches it, else in
//! each part that does.
//!
//! Binaryen's `wasm-split` cuts a module in two and leaves all constants, a quarter of it, in the first part.

use crate::data::Constants;
use crate::module::{Module, address, named_by, said, segment};
use crate::plan::{PARTS, Plan};
use crate::{read, write};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    Function, FunctionSection, GlobalSection, GlobalType, ImportSection, Instruction, MemorySection,
    TableSection, TypeSection, ValType,
};
use wasmparser::{ElementItems, ElementKind, ExternalKind, Operator};

/// Constants of one part that lie so close together are written as one, with what is between them.
const NEAR: u32 = 12;

/// Writes the parts of the observed `whole.wasm` into a folder: `neuland_bg.wasm`, `neuland-NAME.wasm`, and `part-names.js`.
pub(crate) fn split([linked, observed, runs, folder]: [&Path; 4]) -> Result<(), String> {
    let whole = read(&observed.join("whole.wasm"))?;
    let runs = String::from_utf8(read(runs)?).map_err(said)?;
    let constants = Constants::read(&read(linked)?)?;
    let module = Module::read(&whole)?;
    let cut = Cut::new(&module, &Plan::read(&runs)?, &constants)?;
    write(&folder.join("neuland_bg.wasm"), &cut.first()?)?;
    for (at, name) in PARTS.iter().enumerate() {
        write(&folder.join(format!("neuland-{name}.wasm")), &cut.later(at + 1)?)?;
    }
    let names = format!("export const names = {PARTS:?};\n");
    write(&folder.join("part-names.js"), names.as_bytes())
}

/// The type of the globals that say whether a part is there.
const THERE: GlobalType = GlobalType { val_type: ValType::I32, mutable: true, shared: false };

/// A module with the part of everything in it.
struct Cut<'m, 'a> {
    module: &'m Module<'a>,
    loader: u32,
    /// The part of each function.
    parts: Vec<usize>,
    /// The functions of later parts that something elsewhere names, with their slots.
    slots: BTreeMap<u32, u32>,
    /// The functions of later parts that have a stub in the first part: its functions call them, or a pointer leads to them.
    stubs: BTreeSet<u32>,
    /// The size of the table with those slots.
    table: u32,
    /// The number of each function in the first part, where it or its stub is there.
    numbers: BTreeMap<u32, u32>,
    /// The bytes of each part, by address.
    bytes: Vec<Vec<Range<u32>>>,
}

impl<'m, 'a> Cut<'m, 'a> {
    fn new(module: &'m Module<'a>, plan: &Plan, constants: &Constants) -> Result<Cut<'m, 'a>, String> {
        let loader = module.loader()?;
        let mut parts = vec![0; module.imported as usize];
        for (number, body) in (module.imported..).zip(&module.bodies) {
            parts.push(if stays(body)? { 0 } else { plan.part(number) });
        }
        let exported = module.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        // What the first part names.
        let mut stubs: BTreeSet<u32> = module.start.into_iter().collect();
        stubs.extend(exported.map(|export| export.index));
        let mut outside = BTreeSet::new();
        for (number, body) in (module.imported..).zip(&module.bodies) {
            let here = parts[number as usize];
            let named = named_by(body)?.into_iter().filter(|&named| parts[named as usize] != here);
            if here == 0 { stubs.extend(named) } else { outside.extend(named) }
        }
        let mut slots = BTreeMap::new();
        for (slot, function) in in_table(module)? {
            stubs.insert(function);
            if parts[function as usize] != 0 {
                slots.insert(function, slot);
            }
        }
        stubs.retain(|&function| parts[function as usize] != 0);
        outside.extend(&stubs);
        let mut table = module.tables.first().ok_or("it has no table")?.ty.initial as u32;
        for &function in outside.iter().filter(|&&function| parts[function as usize] != 0) {
            slots.entry(function).or_insert_with(|| {
                table += 1;
                table - 1
            });
        }
        let here = (0..parts.len() as u32).filter(|&function| parts[function as usize] == 0);
        let order = here.chain(stubs.iter().copied());
        let numbers = order.zip(0..).collect();
        let bytes = placed(module, &parts, constants)?;
        Ok(Cut { module, loader, parts, slots, stubs, table, numbers, bytes })
    }

    /// The functions of a part.
    fn functions(&self, part: usize) -> impl Iterator<Item = u32> {
        (self.module.imported..self.parts.len() as u32)
            .filter(move |&function| self.parts[function as usize] == part)
    }

    fn body(&self, function: u32) -> &wasmparser::FunctionBody<'a> {
        &self.module.bodies[(function - self.module.imported) as usize]
    }

    /// The types of the module, and the number of one more: a function without parameters and results.
    fn types(&self) -> Result<(TypeSection, u32), String> {
        let mut types = TypeSection::new();
        for ty in &self.module.types {
            let all = |list: &[wasmparser::ValType]| -> Result<Vec<ValType>, String> {
                list.iter().map(|ty| RoundtripReencoder.val_type(*ty).map_err(said)).collect()
            };
            types.ty().function(all(ty.params())?, all(ty.results())?);
        }
        types.ty().function([], []);
        Ok((types, self.module.types.len() as u32))
    }

    /// The first part.
    fn first(&self) -> Result<Vec<u8>, String> {
        let (module, mut map) = (self.module, Numbers::of_first(self));
        let (types, plain) = self.types()?;
        let mut imports = ImportSection::new();
        for import in &module.imports {
            imports.import(import.module, import.name, map.entity_type(import.ty).map_err(said)?);
        }
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for function in self.functions(0) {
            functions.function(module.functions[function as usize]);
            map.parse_function_body(&mut code, self.body(function).clone()).map_err(said)?;
        }
        let (there, fetch) = (module.globals.len() as u32, self.numbers.len() as u32);
        for &function in &self.stubs {
            functions.function(module.functions[function as usize]);
            let later = self.parts[function as usize] as u32 - 1;
            code.function(&self.stub(function, there + later, fetch + later));
        }
        for later in 0..PARTS.len() as u32 {
            functions.function(plain);
            let mut body = Function::new([]);
            body.instruction(&Instruction::I32Const(later as i32))
                .instruction(&Instruction::Call(self.loader));
            body.instruction(&Instruction::I32Const(1)).instruction(&Instruction::GlobalSet(there + later));
            code.function(body.instruction(&Instruction::End));
        }
        let mut tables = TableSection::new();
        for (at, table) in module.tables.iter().enumerate() {
            let mut ty = map.table_type(table.ty).map_err(said)?;
            if at == 0 {
                ty.minimum = u64::from(self.table);
                ty.maximum = ty.maximum.map(|_| u64::from(self.table));
            }
            tables.table(ty);
        }
        let mut memories = MemorySection::new();
        for memory in &module.memories {
            memories.memory(map.memory_type(*memory).map_err(said)?);
        }
        let mut globals = GlobalSection::new();
        for global in &module.globals {
            map.parse_global(&mut globals, global.clone()).map_err(said)?;
        }
        for _ in PARTS {
            globals.global(THERE, &ConstExpr::i32_const(0));
        }
        let mut elements = ElementSection::new();
        for element in &module.elements {
            map.parse_element(&mut elements, element.clone()).map_err(said)?;
        }
        let mut out = wasm_encoder::Module::new();
        out.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
        out.section(&globals).section(&self.exports(&mut map)?);
        if let Some(start) = module.start {
            out.section(&wasm_encoder::StartSection { function_index: self.numbers[&start] });
        }
        out.section(&elements).section(&code).section(&self.data(0)?);
        Ok(out.finish())
    }

    /// The exports of the first part: those of the whole module, and what later parts use.
    fn exports(&self, map: &mut Numbers) -> Result<ExportSection, String> {
        let mut exports = ExportSection::new();
        for export in &self.module.exports {
            map.parse_export(&mut exports, *export).map_err(said)?;
        }
        exports.export("%m", ExportKind::Memory, 0).export("%t", ExportKind::Table, 0);
        for global in 0..(self.module.globals.len() + PARTS.len()) as u32 {
            exports.export(&format!("%{global}"), ExportKind::Global, global);
        }
        for later in 0..PARTS.len() as u32 {
            exports.export(&fetch_name(later), ExportKind::Func, self.numbers.len() as u32 + later);
        }
        let mut used = BTreeSet::new();
        for part in 1..=PARTS.len() {
            used.extend(self.used(part)?.into_iter().filter(|&function| self.parts[function as usize] == 0));
        }
        for function in used {
            exports.export(&short(self.numbers[&function]), ExportKind::Func, self.numbers[&function]);
        }
        Ok(exports)
    }

    /// The functions of other parts that a later part calls.
    fn used(&self, part: usize) -> Result<BTreeSet<u32>, String> {
        let mut used = BTreeSet::new();
        for function in self.functions(part) {
            used.extend(named_by(self.body(function))?);
        }
        used.retain(|&function| self.parts[function as usize] != part);
        Ok(used)
    }

    /// A later part.
    fn later(&self, part: usize) -> Result<Vec<u8>, String> {
        let module = self.module;
        let (types, plain) = self.types()?;
        let mut imports = ImportSection::new();
        let mut map = Numbers(BTreeMap::new());
        let (of_first, elsewhere): (Vec<u32>, Vec<u32>) =
            self.used(part)?.into_iter().partition(|&function| self.parts[function as usize] == 0);
        for (function, at) in of_first.into_iter().zip(0..) {
            let ty = EntityType::Function(module.functions[function as usize]);
            imports.import("", &short(self.numbers[&function]), ty);
            map.0.insert(function, at);
        }
        let fetch = map.0.len() as u32;
        for later in 0..PARTS.len() as u32 {
            imports.import("", &fetch_name(later), EntityType::Function(plain));
        }
        let own = fetch + PARTS.len() as u32;
        map.0.extend(self.functions(part).chain(elsewhere.iter().copied()).zip(own..));
        let memory = *module.memories.first().ok_or("it has no memory")?;
        imports.import("", "%m", EntityType::Memory(map.memory_type(memory).map_err(said)?));
        let mut table = map.table_type(module.tables[0].ty).map_err(said)?;
        table.minimum = u64::from(self.table);
        table.maximum = table.maximum.map(|_| u64::from(self.table));
        imports.import("", "%t", EntityType::Table(table));
        for (at, global) in module.globals.iter().enumerate() {
            imports.import(
                "",
                &format!("%{at}"),
                EntityType::Global(map.global_type(global.ty).map_err(said)?),
            );
        }
        let there = module.globals.len() as u32;
        for later in 0..PARTS.len() as u32 {
            imports.import("", &format!("%{}", there + later), EntityType::Global(THERE));
        }
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for function in self.functions(part) {
            functions.function(module.functions[function as usize]);
            map.parse_function_body(&mut code, self.body(function).clone()).map_err(said)?;
        }
        for function in elsewhere {
            functions.function(module.functions[function as usize]);
            let later = self.parts[function as usize] as u32 - 1;
            code.function(&self.stub(function, there + later, fetch + later));
        }
        let elements = self.elements(part, &map)?;
        let mut out = wasm_encoder::Module::new();
        out.section(&types).section(&imports).section(&functions).section(&elements).section(&code);
        out.section(&self.data(part)?);
        Ok(out.finish())
    }

    /// The functions of a later part at their slots of the table.
    fn elements(&self, part: usize, map: &Numbers) -> Result<ElementSection, String> {
        let mut own = in_table(self.module)?;
        own.extend(self.slots.iter().map(|(&function, &slot)| (slot, function)));
        own.retain(|(_, function)| self.parts[*function as usize] == part);
        own.sort_unstable();
        own.dedup();
        let mut elements = ElementSection::new();
        for run in own.chunk_by(|one, next| one.0 + 1 == next.0) {
            let list: Vec<u32> = run.iter().map(|(_, function)| map.0[function]).collect();
            elements.active(None, &ConstExpr::i32_const(run[0].0 as i32), Elements::Functions(list.into()));
        }
        Ok(elements)
    }

    /// The stub of a function that is in another part; `there` and `fetch` are the numbers of the global and the function of that part.
    fn stub(&self, function: u32, there: u32, fetch: u32) -> Function {
        let mut body = Function::new([]);
        body.instruction(&Instruction::GlobalGet(there)).instruction(&Instruction::I32Eqz);
        body.instruction(&Instruction::If(wasm_encoder::BlockType::Empty));
        body.instruction(&Instruction::Call(fetch)).instruction(&Instruction::End);
        for parameter in 0..self.module.function_type(function).params().len() {
            body.instruction(&Instruction::LocalGet(parameter as u32));
        }
        body.instruction(&Instruction::I32Const(self.slots[&function] as i32));
        let type_index = self.module.functions[function as usize];
        body.instruction(&Instruction::CallIndirect { type_index, table_index: 0 });
        body.instruction(&Instruction::End);
        body
    }

    /// The constants of a part.
    fn data(&self, part: usize) -> Result<DataSection, String> {
        let mut section = DataSection::new();
        for data in &self.module.data {
            let (base, content) = segment(data)?;
            let end = base + content.len() as u32;
            for range in self.bytes[part].iter().filter(|range| base <= range.start && range.end <= end) {
                let bytes = &content[(range.start - base) as usize..(range.end - base) as usize];
                section.active(0, &ConstExpr::i32_const(range.start as i32), bytes.iter().copied());
            }
        }
        Ok(section)
    }
}

/// The name of the function that fetches a later part.
fn fetch_name(later: u32) -> String {
    format!("%f{later}")
}

/// A short name of a function.
fn short(number: u32) -> String {
    format!("${}", std::char::from_u32(number % 64 + 48).unwrap_or('$')) + &(number / 64).to_string()
}

/// Whether a function stays in the first part whatever ran: it uses something that parts do not share.
fn stays(body: &wasmparser::FunctionBody) -> Result<bool, String> {
    let mut reader = body.get_operators_reader().map_err(said)?;
    while !reader.eof() {
        if matches!(
            reader.read().map_err(said)?,
            Operator::CallIndirect { table_index: 1.., .. }
                | Operator::RefFunc { .. }
                | Operator::TableGet { .. }
                | Operator::TableSet { .. }
                | Operator::TableGrow { .. }
                | Operator::TableSize { .. }
                | Operator::TableFill { .. }
                | Operator::TableCopy { .. }
                | Operator::TableInit { .. }
                | Operator::ElemDrop { .. }
                | Operator::MemoryInit { .. }
                | Operator::DataDrop { .. }
        ) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The functions in the table, with their slots.
fn in_table(module: &Module) -> Result<Vec<(u32, u32)>, String> {
    let mut found = Vec::new();
    for element in &module.elements {
        let (
            ElementKind::Active { table_index: None | Some(0), offset_expr },
            ElementItems::Functions(functions),
        ) = (&element.kind, &element.items)
        else {
            continue;
        };
        for (slot, function) in (address(offset_expr)?..).zip(functions.clone()) {
            found.push((slot, function.map_err(said)?));
        }
    }
    Ok(found)
}

/// The bytes of each part: what its functions reach and the first part has not. Nothing in the first segment ever changes, so several
/// parts may bring the same bytes. All others are in the first part, and so is what nothing is known to reach.
fn placed(module: &Module, parts: &[usize], constants: &Constants) -> Result<Vec<Vec<Range<u32>>>, String> {
    let reached: Vec<BTreeSet<usize>> = (0..=PARTS.len())
        .map(|part| {
            let of_part = module.names.iter().filter(|(function, _)| parts[**function as usize] == part);
            constants.reached(of_part.map(|(_, name)| *name))
        })
        .collect();
    let mut bytes = vec![Vec::<Range<u32>>::new(); PARTS.len() + 1];
    for (at, data) in module.data.iter().enumerate() {
        let (base, content) = segment(data)?;
        let mut put = |part: usize, range: Range<u32>| match bytes[part].last_mut() {
            Some(last) if last.start >= base && range.start <= last.end + NEAR => last.end = range.end,
            _ => bytes[part].push(range),
        };
        let end = base + content.len() as u32;
        if at > 0 {
            put(0, base..end);
            continue;
        }
        let mut next = base;
        for (constant, place) in constants.places.iter().enumerate() {
            if place.end <= base || place.start >= end {
                continue;
            }
            if next < place.start {
                put(0, next..place.start);
            }
            next = place.end.min(end);
            let users: Vec<usize> =
                (0..=PARTS.len()).filter(|&part| reached[part].contains(&constant)).collect();
            match users.first() {
                None | Some(0) => put(0, place.start..next),
                Some(_) => users.into_iter().for_each(|part| put(part, place.start..next)),
            }
        }
        if next < end {
            put(0, next..end);
        }
    }
    Ok(bytes)
}

/// The numbers of functions in a part.
struct Numbers(BTreeMap<u32, u32>);

impl Numbers {
    fn of_first(cut: &Cut) -> Numbers {
        Numbers(cut.numbers.clone())
    }
}

impl Reencode for Numbers {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Self::Error>> {
        Ok(self.0[&function])
    }
}
