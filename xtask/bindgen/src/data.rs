//! Which constants the functions of a linked module use, from the relocations that the linker has left in it (`--emit-relocs`).

use crate::module::{Module, said, segment};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wasm_encoder::RawSection;
use wasmparser::{KnownCustom, Linking, Parser, Payload, RelocationEntry, RelocationType, SymbolInfo};

/// The constants of a module, and what names them.
pub(crate) struct Constants {
    /// The addresses of each constant, in order, without overlaps.
    pub(crate) places: Vec<Range<u32>>,
    /// The constants that each one points to.
    links: Vec<BTreeSet<usize>>,
    /// The constants that the functions with a name use.
    used: BTreeMap<String, BTreeSet<usize>>,
}

impl Constants {
    /// Reads a linked module.
    pub(crate) fn read(bytes: &[u8]) -> Result<Constants, String> {
        let module = Module::read(bytes)?;
        let linked = Linked::read(bytes)?;
        let mut segments = Vec::new();
        for data in &module.data {
            let (base, content) = segment(data)?;
            segments.push((base, data.range.end - content.len()..data.range.end));
        }
        let symbols: Vec<Option<Range<u32>>> = linked
            .symbols
            .iter()
            .map(|symbol| match symbol {
                Some((at, offset, size)) => {
                    let (base, _) = segments.get(*at as usize)?;
                    Some(base + offset..base + offset + (*size).max(1))
                }
                None => None,
            })
            .collect();
        let places = without_overlaps(symbols.iter().flatten().cloned().collect());
        let find = |address: u32| {
            let at = places.partition_point(|place| place.end <= address);
            places.get(at).filter(|place| place.contains(&address)).map(|_| at)
        };
        let target =
            |entry: &RelocationEntry| symbols[entry.index as usize].as_ref().and_then(|at| find(at.start));
        let mut used: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for entry in linked.code.iter().filter(|entry| names_memory(entry.ty)) {
            let position = linked.code_start + entry.offset as usize;
            let at = module.bodies.partition_point(|body| body.range().end <= position);
            let name = module.names.get(&(module.imported + at as u32)).ok_or("a function has no name")?;
            let constant = target(entry).ok_or("a function uses an unknown constant")?;
            used.entry((*name).to_owned()).or_default().insert(constant);
        }
        let mut links = vec![BTreeSet::new(); places.len()];
        for entry in linked.data.iter().filter(|entry| names_memory(entry.ty)) {
            let position = linked.data_start + entry.offset as usize;
            let (base, content) = segments
                .iter()
                .find(|(_, content)| content.contains(&position))
                .ok_or("a relocation is nowhere")?;
            let from = find(base + (position - content.start) as u32).ok_or("a pointer is in no constant")?;
            links[from].insert(target(entry).ok_or("a constant uses an unknown one")?);
        }
        Ok(Constants { places, links, used })
    }

    /// The constants that functions with these names reach.
    pub(crate) fn reached<'a>(&self, names: impl Iterator<Item = &'a str>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = names.filter_map(|name| self.used.get(name)).flatten().copied().collect();
        let mut reached = BTreeSet::new();
        while let Some(constant) = open.pop() {
            if reached.insert(constant) {
                open.extend(&self.links[constant]);
            }
        }
        reached
    }
}

/// Whether a relocation names an address in memory, rather than a function or a global.
fn names_memory(ty: RelocationType) -> bool {
    use RelocationType::{MemoryAddrI32, MemoryAddrLeb, MemoryAddrSleb};
    matches!(ty, MemoryAddrI32 | MemoryAddrLeb | MemoryAddrSleb)
}

/// Joins ranges that overlap: constants that share bytes are one.
fn without_overlaps(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<u32>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// The relocations and symbols of a module, as the linker left them.
#[derive(Default)]
struct Linked {
    /// The segment, offset and size of each symbol that is a constant.
    symbols: Vec<Option<(u32, u32, u32)>>,
    code: Vec<RelocationEntry>,
    data: Vec<RelocationEntry>,
    /// The offset of the code section, from which its relocations count.
    code_start: usize,
    /// The offset of the data section, from which its relocations count.
    data_start: usize,
}

impl Linked {
    fn read(bytes: &[u8]) -> Result<Linked, String> {
        let mut linked = Linked::default();
        for payload in Parser::new(0).parse_all(bytes) {
            match payload.map_err(said)? {
                Payload::CodeSectionStart { range, .. } => linked.code_start = range.start,
                Payload::DataSection(section) => linked.data_start = section.range().start,
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Linking(linking) => {
                        for part in linking.subsections() {
                            if let Linking::SymbolTable(symbols) = part.map_err(said)? {
                                for symbol in symbols {
                                    linked.symbols.push(match symbol.map_err(said)? {
                                        SymbolInfo::Data { symbol: Some(at), .. } => {
                                            Some((at.index, at.offset, at.size))
                                        }
                                        _ => None,
                                    });
                                }
                            }
                        }
                    }
                    KnownCustom::Reloc(relocations) => {
                        let entries: Result<Vec<_>, _> = relocations.entries().into_iter().collect();
                        let entries = entries.map_err(said)?;
                        match section.name() {
                            "reloc.CODE" => linked.code = entries,
                            "reloc.DATA" => linked.data = entries,
                            _ => {}
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        if linked.symbols.is_empty() || linked.code.is_empty() {
            return Err("the linker has left no relocations".into());
        }
        Ok(linked)
    }
}

/// The module without what [`Constants`] reads, which is wrong once something changes the module.
pub(crate) fn without_relocations(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = wasm_encoder::Module::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.map_err(said)?;
        if let Payload::CustomSection(section) = &payload
            && (section.name() == "linking" || section.name().starts_with("reloc."))
        {
            continue;
        }
        if let Some((id, range)) = payload.as_section() {
            out.section(&RawSection { id, data: &bytes[range] });
        }
    }
    Ok(out.finish())
}
