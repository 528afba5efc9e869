//! A client of the protocol in the test's own process, in place of a model.

mod validator;

use mcp::{Api, Neuland, Person};
use pages::Lang;
use rmcp::model::{
    CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ResourceContents,
};
use rmcp::service::{RunningService, ServiceError};
use rmcp::{RoleClient, ServiceExt};
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::OnceLock;
pub(crate) use validator::Validator;

/// The schemas of all tools: they are the same for everybody.
static SCHEMAS: OnceLock<Validator> = OnceLock::new();

/// The answer of a tool.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ToolAnswer {
    /// Whether it did nothing.
    pub(crate) refused: bool,
    /// The text.
    pub(crate) text: String,
    /// Its structured content.
    pub(crate) data: Value,
}

/// A client that speaks with the tools over a pipe in memory.
pub(crate) struct Model {
    runtime: tokio::runtime::Runtime,
    client: Option<RunningService<RoleClient, ()>>,
}

impl Model {
    /// Somebody new who plays at the server at this address.
    pub(crate) fn new(addr: SocketAddr) -> Model {
        Model::of(addr, Person::random(), Lang::En)
    }

    /// A person who plays there.
    pub(crate) fn of(addr: SocketAddr, person: Person, lang: Lang) -> Model {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let api = Api::new(&format!("http://{addr}")).unwrap();
        let client = runtime.block_on(async {
            let (near, far) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move {
                let running = rmcp::serve_server(Neuland::new(api, person, lang), far).await.unwrap();
                running.waiting().await.unwrap();
            });
            ().serve(near).await.unwrap()
        });
        Model { runtime, client: Some(client) }
    }

    fn client(&self) -> &RunningService<RoleClient, ()> {
        self.client.as_ref().expect("it runs")
    }

    /// Calls a tool.
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> ToolAnswer {
        self.try_call(tool, arguments).unwrap_or_else(|error| panic!("{tool}: {error}"))
    }

    /// The schemas of the tools.
    pub(crate) fn schemas(&self) -> &'static Validator {
        SCHEMAS.get_or_init(|| Validator::of(&self.tools()))
    }

    /// Calls a tool, which may not be there. Whatever it answers must be as its schema says.
    pub(crate) fn try_call(&self, tool: &str, arguments: Value) -> Result<ToolAnswer, ServiceError> {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let call = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = self.runtime.block_on(self.client().call_tool(call))?;
        let text = result.content[0].as_text().expect("a text").text.clone();
        let data = result.structured_content.expect("data");
        self.schemas().assert_answer(tool, &data);
        Ok(ToolAnswer { refused: result.is_error == Some(true), text, data })
    }

    /// Calls a tool that does what it is asked.
    pub(crate) fn does(&self, tool: &str, arguments: Value) -> ToolAnswer {
        let told = self.call(tool, arguments.clone());
        assert!(!told.refused, "{tool} {arguments}: {}", told.text);
        told
    }

    /// Calls a tool that refuses; returns the code and the text.
    pub(crate) fn refused(&self, tool: &str, arguments: Value) -> (String, String) {
        let told = self.call(tool, arguments.clone());
        assert!(told.refused, "{tool} {arguments}: {}", told.text);
        (told.data["error"].as_str().expect("a code").to_owned(), told.text)
    }

    /// The tools.
    pub(crate) fn tools(&self) -> Vec<rmcp::model::Tool> {
        self.runtime.block_on(self.client().list_all_tools()).unwrap()
    }

    /// The prompts.
    pub(crate) fn prompts(&self) -> Vec<rmcp::model::Prompt> {
        self.runtime.block_on(self.client().list_all_prompts()).unwrap()
    }

    /// The messages of a prompt, as JSON.
    pub(crate) fn prompt(&self, name: &str, arguments: Value) -> Result<Value, ServiceError> {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let asked = GetPromptRequestParams::new(name).with_arguments(arguments);
        let got = self.runtime.block_on(self.client().get_prompt(asked))?;
        Ok(serde_json::to_value(got).expect("JSON")["messages"].take())
    }

    /// The URIs of the resources.
    pub(crate) fn resources(&self) -> Vec<String> {
        let all = self.runtime.block_on(self.client().list_all_resources()).unwrap();
        all.into_iter().map(|resource| resource.uri.clone()).collect()
    }

    /// The forms of further URIs.
    pub(crate) fn templates(&self) -> Vec<String> {
        let all = self.runtime.block_on(self.client().list_all_resource_templates()).unwrap();
        all.into_iter().map(|template| template.uri_template.clone()).collect()
    }

    /// Reads a resource.
    pub(crate) fn read(&self, uri: &str) -> Result<String, ServiceError> {
        let asked = ReadResourceRequestParams::new(uri);
        match self.runtime.block_on(self.client().read_resource(asked))?.into() {
            ReadResourceResponse::Complete(result) => match &result.contents[0] {
                ResourceContents::TextResourceContents { text, .. } => Ok(text.clone()),
                other => panic!("no text: {other:?}"),
            },
            other => panic!("no resource: {other:?}"),
        }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            let _ = self.runtime.block_on(client.cancel());
        }
    }
}
