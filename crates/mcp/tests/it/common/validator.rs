//! JSON Schema, by a validator that is not ours.

use boon::{Compiler, SchemaIndex, Schemas};
use rmcp::model::Tool;
use serde_json::Value;
use std::collections::BTreeMap;

/// The schemas of the arguments and the answers of all tools.
pub(crate) struct Validator {
    schemas: Schemas,
    tools: BTreeMap<String, [SchemaIndex; 2]>,
}

impl Validator {
    /// Compiles the schemas.
    pub(crate) fn of(tools: &[Tool]) -> Validator {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let tools = tools.iter().map(|tool| {
            let answers = tool.output_schema.as_ref().unwrap_or_else(|| panic!("{}: no schema", tool.name));
            let both = [("arguments", &tool.input_schema), ("answers", answers)].map(|(what, schema)| {
                let name = format!("{}-{what}.json", tool.name);
                compiler.add_resource(&name, Value::Object((**schema).clone())).expect("a schema");
                compiler.compile(&name, &mut schemas).unwrap_or_else(|error| panic!("{name}: {error}"))
            });
            (tool.name.to_string(), both)
        });
        let tools = tools.collect();
        Validator { schemas, tools }
    }

    /// Whether the schema of a tool allows these arguments.
    pub(crate) fn allows(&self, tool: &str, arguments: &Value) -> bool {
        self.schemas.validate(arguments, self.tools[tool][0]).is_ok()
    }

    /// Fails unless an answer of a tool is as its schema says. Unknown tools answer nothing.
    pub(crate) fn assert_answer(&self, tool: &str, data: &Value) {
        if let Err(error) = self.schemas.validate(data, self.tools[tool][1]) {
            panic!("{tool}: {error}: {data}");
        }
    }
}
