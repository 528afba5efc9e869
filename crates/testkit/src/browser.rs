//! A browser without scripts, as far as tests need one.

use crate::{Client, Reply, RunningServer};

/// A browser: keeps cookies and follows where it is sent.
pub struct Browser {
    /// The client that sends its requests.
    pub client: Client,
    /// The cookies it has, by name.
    pub cookies: Vec<(String, String)>,
}

impl Browser {
    /// A browser without cookies.
    pub fn new(running: &RunningServer) -> Browser {
        Browser { client: running.client(), cookies: Vec::new() }
    }

    /// Sends a form, or asks for a page, and keeps the cookies that come.
    pub fn send(&mut self, method: &str, path: &str, body: &str) -> Reply {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.client.headers.retain(|(name, _)| name != "cookie");
        self.client.headers.push(("cookie".to_owned(), cookies.join("; ")));
        let form = (method == "POST").then_some("application/x-www-form-urlencoded");
        let reply = self.client.send(method, path, form, body.as_bytes());
        for (_, cookie) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.to_owned(), value.to_owned()));
        }
        reply
    }

    /// Asks for a page.
    pub fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, "")
    }

    /// Sends a form as the pages' own scripts do, and gives the answer.
    pub fn submit_in_place(&mut self, path: &str, body: &str) -> Reply {
        self.client.headers.push(("accept".to_owned(), "application/json".to_owned()));
        let reply = self.send("POST", path, body);
        self.client.headers.retain(|(name, _)| name != "accept");
        reply
    }

    /// Sends a form and gives the page it leads to, with its path.
    pub fn submit(&mut self, path: &str, body: &str) -> (String, String) {
        let reply = self.send("POST", path, body);
        assert_eq!(reply.status, 303, "{body}: {}", reply.text());
        let path = reply.header("location").unwrap().to_owned();
        let page = self.get(path.split('#').next().unwrap());
        assert_eq!(page.status, 200, "{path}");
        (path, page.text())
    }
}

/// The value of the first hidden field of this name.
pub fn hidden(page: &str, name: &str) -> String {
    let field =
        page.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap_or_else(|| panic!("no {name}"));
    field.split('"').next().unwrap().to_owned()
}
