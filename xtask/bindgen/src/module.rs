//! A module in memory, section by section.

use std::collections::BTreeMap;
use wasmparser::{
    CompositeInnerType, Data, DataKind, Element, Export, FuncType, FunctionBody, Global, Import, KnownCustom,
    MemoryType, Name, Operator, Parser, Payload, Table, TypeRef,
};

/// The content of a module. Functions are numbered as in the format: the imported ones first.
#[derive(Default)]
pub(crate) struct Module<'a> {
    pub(crate) types: Vec<FuncType>,
    pub(crate) imports: Vec<Import<'a>>,
    /// The type of each function.
    pub(crate) functions: Vec<u32>,
    /// How many of the functions are imported.
    pub(crate) imported: u32,
    pub(crate) tables: Vec<Table<'a>>,
    pub(crate) memories: Vec<MemoryType>,
    pub(crate) globals: Vec<Global<'a>>,
    pub(crate) exports: Vec<Export<'a>>,
    pub(crate) start: Option<u32>,
    pub(crate) elements: Vec<Element<'a>>,
    pub(crate) bodies: Vec<FunctionBody<'a>>,
    pub(crate) data: Vec<Data<'a>>,
    /// The names of functions, where it has them.
    pub(crate) names: BTreeMap<u32, &'a str>,
}

impl<'a> Module<'a> {
    /// Reads a module as the linker or `wasm-bindgen` has written it: it imports functions alone.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Module<'a>, String> {
        let mut module = Module::default();
        for payload in Parser::new(0).parse_all(bytes) {
            module.take(payload.map_err(said)?).map_err(said)?;
        }
        if module.imports.iter().any(|import| !matches!(import.ty, TypeRef::Func(_))) {
            return Err("it imports something other than functions".into());
        }
        Ok(module)
    }

    fn take(&mut self, payload: Payload<'a>) -> Result<(), wasmparser::BinaryReaderError> {
        match payload {
            Payload::TypeSection(section) => {
                for group in section {
                    for sub in group?.into_types() {
                        if let CompositeInnerType::Func(function) = sub.composite_type.inner {
                            self.types.push(function);
                        }
                    }
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import?;
                    if let TypeRef::Func(ty) = import.ty {
                        self.functions.push(ty);
                        self.imported += 1;
                    }
                    self.imports.push(import);
                }
            }
            Payload::FunctionSection(section) => {
                for ty in section {
                    self.functions.push(ty?);
                }
            }
            Payload::TableSection(section) => self.tables = section.into_iter().collect::<Result<_, _>>()?,
            Payload::MemorySection(section) => {
                self.memories = section.into_iter().collect::<Result<_, _>>()?
            }
            Payload::GlobalSection(section) => {
                self.globals = section.into_iter().collect::<Result<_, _>>()?
            }
            Payload::ExportSection(section) => {
                self.exports = section.into_iter().collect::<Result<_, _>>()?
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(section) => {
                self.elements = section.into_iter().collect::<Result<_, _>>()?
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::DataSection(section) => self.data = section.into_iter().collect::<Result<_, _>>()?,
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    for name in names {
                        if let Name::Function(functions) = name? {
                            for naming in functions {
                                let naming = naming?;
                                self.names.insert(naming.index, naming.name);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The function with which a part is called for; `site::web` exports what calls it.
    pub(crate) fn loader(&self) -> Result<u32, String> {
        let found = self.imports.iter().position(|import| import.name.starts_with("__wbg_load_"));
        found.map(|at| at as u32).ok_or_else(|| "it does not import `load`".into())
    }

    /// The type of a function.
    pub(crate) fn function_type(&self, function: u32) -> &FuncType {
        &self.types[self.functions[function as usize] as usize]
    }
}

/// The functions that a body names.
pub(crate) fn named_by(body: &FunctionBody) -> Result<Vec<u32>, String> {
    let mut named = Vec::new();
    let mut reader = body.get_operators_reader().map_err(said)?;
    while !reader.eof() {
        if let Operator::Call { function_index }
        | Operator::ReturnCall { function_index }
        | Operator::RefFunc { function_index } = reader.read().map_err(said)?
        {
            named.push(function_index);
        }
    }
    Ok(named)
}

/// The address at which an active segment begins: all of them have a constant one.
pub(crate) fn address(expression: &wasmparser::ConstExpr) -> Result<u32, String> {
    match expression.get_operators_reader().read().map_err(said)? {
        Operator::I32Const { value } => Ok(value as u32),
        _ => Err("a segment does not begin at a constant address".into()),
    }
}

/// The address and the bytes of a segment of data.
pub(crate) fn segment<'a>(data: &Data<'a>) -> Result<(u32, &'a [u8]), String> {
    match &data.kind {
        DataKind::Active { memory_index: 0, offset_expr } => Ok((address(offset_expr)?, data.data)),
        _ => Err("a segment of data is not active".into()),
    }
}

/// An error as text.
pub(crate) fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}
