//! A module whose functions report that they run.

use crate::module::{Module, said};
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{CodeSection, Instruction, RawSection};
use wasmparser::{Parser, Payload};

/// Returns the module with a call of `load` at the beginning of each function, with its number.
pub(crate) fn observed(whole: &[u8]) -> Result<Vec<u8>, String> {
    let module = Module::read(whole)?;
    let loader = module.loader()?;
    let mut code = CodeSection::new();
    for (number, body) in (module.imported..).zip(&module.bodies) {
        let mut function = RoundtripReencoder.new_function_with_parsed_locals(body).map_err(said)?;
        function.instruction(&Instruction::I32Const(number as i32));
        function.instruction(&Instruction::Call(loader));
        let mut reader = body.get_operators_reader().map_err(said)?;
        while !reader.eof() {
            function.instruction(&RoundtripReencoder.parse_instruction(&mut reader).map_err(said)?);
        }
        code.function(&function);
    }
    let mut out = wasm_encoder::Module::new();
    for payload in Parser::new(0).parse_all(whole) {
        let payload = payload.map_err(said)?;
        match &payload {
            Payload::CodeSectionStart { .. } => {
                out.section(&code);
            }
            Payload::CustomSection(_) | Payload::CodeSectionEntry(_) => {}
            other => {
                if let Some((id, range)) = other.as_section() {
                    out.section(&RawSection { id, data: &whole[range] });
                }
            }
        }
    }
    Ok(out.finish())
}
