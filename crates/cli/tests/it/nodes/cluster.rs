//! Servers that are nodes of one cluster, and a proxy in front that gives each request to the next of them.

use crate::host::{bare, listening};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use store::{Mark, Store, StoredEntry};
use store_postgres::PostgresStore;
use testkit::{Cable, CableEnd, Client, Database, until, until_some};

/// A server of the cluster; killed at the end of the test, whatever happens.
pub(super) struct Node {
    child: Child,
    pub(super) addr: SocketAddr,
    pub(super) metrics: SocketAddr,
    log: Option<JoinHandle<String>>,
}

/// Limits that no test reaches.
const GENEROUS: [&str; 14] = [
    "--requests-per-second=1000000",
    "--burst=1000000",
    "--cost=1000000",
    "--cost-burst=10000000",
    "--table-cost=1000000",
    "--table-cost-burst=10000000",
    "--streams=1000",
    "--new-tables=1000000",
    "--connections-per-address=1000000",
    "--open-tables=100000",
    "--open-tables-per-address=1000000",
    "--public-tables=50",
    "--public-tables-per-address=50",
    "--disk-per-day=1048576",
];

impl Node {
    fn start(database: &str, broker: Option<&str>) -> Node {
        Node::start_with(database, broker, &GENEROUS)
    }

    /// Starts a node with these options beside those that every node has.
    fn start_with(database: &str, broker: Option<&str>, options: &[&str]) -> Node {
        let mut child = bare()
            .args(["serve", "--addr", "127.0.0.1:0", "--metrics-addr", "127.0.0.1:0", "--bot-pause", "0"])
            .args(["--node-address", "http://127.0.0.1:0", "--database", database])
            .args(options)
            .args(broker.map(|broker| ["--broker", broker]).into_iter().flatten())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (addr, metrics, log) = listening(&mut child);
        Node { child, addr, metrics, log: Some(log) }
    }

    pub(super) fn client(&self, token: &str) -> Client {
        Client::with_token(self.addr, token)
    }

    /// The value of a line of the metrics.
    pub(super) fn metric(&self, name: &str) -> u64 {
        let text = Client::new(self.metrics).get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name}")).parse::<f64>().expect("a number") as u64
    }

    /// The name under which the node owns shards.
    pub(super) fn is_named(&self, owner: &str) -> bool {
        owner.starts_with(&format!("process {} of ", self.child.id()))
    }

    pub(super) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().expect("kill").success());
    }

    /// The exit code, once it has ended, and the log.
    pub(super) fn wait(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().expect("it ends").code();
        (code, self.log.take().expect("once").join().expect("the log is read"))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The cables of one node.
pub(super) struct Cables {
    pub(super) to_database: Cable,
    pub(super) to_broker: Cable,
    /// By which the other nodes reach it.
    pub(super) from_nodes: Cable,
}

/// A process that thinks for the bots of a cluster; killed at the end of the test, whatever happens.
pub(super) struct Worker(Child);

impl Worker {
    /// Starts a worker, and waits until it says that it runs.
    pub(super) fn start(database: &str, broker: Option<&str>) -> Worker {
        let mut child = bare()
            .args(["worker", "--threads", "1", "--log-level", "warn", "--database", database])
            .args(broker.map(|broker| ["--broker", broker]).into_iter().flatten())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("UTF-8");
        assert!(line.starts_with("Thinks for the bots of the cluster in postgres://"), "{line}");
        Worker(child)
    }

    pub(super) fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().expect("kill").success());
    }

    /// The number of the process.
    pub(super) fn id(&self) -> u32 {
        self.0.id()
    }

    /// The exit code, once it has ended.
    pub(super) fn wait(mut self) -> Option<i32> {
        self.0.wait().expect("it ends").code()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Nodes on one database, with a proxy in front.
pub(super) struct Cluster {
    pub(super) nodes: Vec<Node>,
    pub(super) proxy: SocketAddr,
    behind: Arc<Mutex<Vec<SocketAddr>>>,
    database: Database,
}

impl Cluster {
    /// Starts so many nodes, and waits until they have shared the tables.
    pub(super) fn start(name: &str, nodes: usize) -> Cluster {
        Cluster::start_with(name, nodes, None)
    }

    /// Starts a cluster like [`Cluster::start`], with a broker.
    pub(super) fn start_with(name: &str, nodes: usize, broker: Option<&str>) -> Cluster {
        let database = Database::start(name);
        let nodes = (0..nodes).map(|_| Node::start(&database.url("neuland"), broker)).collect();
        Cluster::of(nodes, database)
    }

    /// Starts a cluster whose nodes have these options in place of generous limits.
    pub(super) fn start_limited(name: &str, nodes: usize, options: &[&str]) -> Cluster {
        let database = Database::start(name);
        let start = |_| Node::start_with(&database.url("neuland"), None, options);
        let nodes = (0..nodes).map(start).collect();
        Cluster::of(nodes, database)
    }

    /// Starts a cluster in which every connection of a node is a cable: to the database, to the broker, and from other nodes.
    pub(super) fn start_with_cables(name: &str, nodes: usize, broker: SocketAddr) -> (Cluster, Vec<Cables>) {
        let mut cluster = Cluster::of(Vec::new(), Database::start(name));
        let started: Vec<_> = (0..nodes).map(|_| cluster.start_cabled(broker)).collect();
        // Nodes find each other by what they have written; here they find the cables.
        cluster.sql(
            "CREATE TABLE public.wires (own text, cable text);
             CREATE FUNCTION public.lay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 NEW.address := coalesce((SELECT cable FROM public.wires WHERE own = NEW.address), NEW.address);
                 RETURN NEW;
             END $$;
             CREATE TRIGGER lay BEFORE INSERT OR UPDATE ON neuland.nodes FOR EACH ROW EXECUTE FUNCTION public.lay();",
        );
        let cables = started.into_iter().map(|(node, cables)| cluster.add_cabled(node, cables)).collect();
        cluster.until_shared();
        (cluster, cables)
    }

    /// Starts a node whose connections to the database and to the broker are cables.
    fn start_cabled(&self, broker: SocketAddr) -> (Node, [Cable; 2]) {
        let socket = self.database.folder().join(".s.PGSQL.5432");
        let (to_database, to_broker) =
            (Cable::to(CableEnd::Socket(socket)), Cable::to(CableEnd::Address(broker)));
        let place = format!("postgres://neuland@{}/neuland?sslmode=disable", to_database.addr());
        let broker = format!("nats://neuland:secret@{}", to_broker.addr());
        (Node::start(&place, Some(&broker)), [to_database, to_broker])
    }

    /// Puts such a node behind the proxy, once the others reach it by a cable.
    fn add_cabled(&mut self, node: Node, [to_database, to_broker]: [Cable; 2]) -> Cables {
        let name = format!("process {} of %", node.child.id());
        let noted = format!("SELECT address FROM neuland.nodes WHERE name LIKE '{name}'");
        let (own, inner) = until_some("the node has noted its address", || {
            let own = self.sql(&noted);
            let inner = own.strip_prefix("http://")?.parse().ok()?;
            Some((own, inner))
        });
        let from_nodes = Cable::to(CableEnd::Address(inner));
        let cable = format!("http://{}", from_nodes.addr());
        self.sql(&format!("INSERT INTO public.wires VALUES ('{own}', '{cable}')"));
        let laid = format!("SELECT count(*) FROM neuland.nodes WHERE address = '{cable}'");
        until("the cable is laid", || self.sql(&laid) == "1");
        self.put_back(node);
        Cables { to_database, to_broker, from_nodes }
    }

    /// Starts another node in place of one that is gone, with cables.
    pub(super) fn replace(&mut self, broker: SocketAddr) -> Cables {
        let (node, cables) = self.start_cabled(broker);
        self.add_cabled(node, cables)
    }

    /// Stops the database as a crash would, and starts it again.
    pub(super) fn restart_database(&mut self) {
        self.database.stop();
        self.database.start_again();
    }

    /// Sends a signal to all processes of the database.
    pub(super) fn signal_database(&self, name: &str) {
        self.database.signal(name);
    }

    fn of(nodes: Vec<Node>, database: Database) -> Cluster {
        let behind = Arc::new(Mutex::new(nodes.iter().map(|node| node.addr).collect()));
        let proxy = proxy(Arc::clone(&behind));
        let cluster = Cluster { nodes, proxy, behind, database };
        if !cluster.nodes.is_empty() {
            cluster.until_shared();
        }
        cluster
    }

    /// Starts a worker.
    pub(super) fn worker(&self, broker: Option<&str>) -> Worker {
        Worker::start(&self.database.url("neuland"), broker)
    }

    /// The decisions of bots that all nodes had workers make, with what came of them.
    pub(super) fn decisions(&self, outcome: &str) -> u64 {
        let name = format!("neuland_worker_decisions_total{{outcome=\"{outcome}\"}}");
        self.nodes.iter().map(|node| node.metric(&name)).sum()
    }

    /// Waits until all nodes own about as many shards, and together all of them.
    pub(super) fn until_shared(&self) {
        until("the nodes share the tables", || {
            let owned: Vec<u64> = self.nodes.iter().map(|node| node.metric("neuland_shards")).collect();
            let share = 256_u64.div_ceil(self.nodes.len() as u64);
            owned.iter().sum::<u64>() == 256 && owned.iter().all(|owned| *owned <= share)
        });
    }

    /// The name of the node that owns a table, as the database has it.
    pub(super) fn owner_name(&self, table: &str) -> String {
        let id: table::TableId = table.parse().expect("an id");
        let shard = store::Shard::of(id).number();
        self.sql(&format!("SELECT coalesce(owner, '') FROM neuland.shards WHERE shard = {shard}"))
    }

    /// The place of the node that owns a table.
    pub(super) fn owner(&self, table: &str) -> usize {
        let name = self.owner_name(table);
        self.nodes.iter().position(|node| node.is_named(&name)).expect("a node owns it")
    }

    /// The answer to a query, as text.
    pub(super) fn sql(&self, query: &str) -> String {
        let socket = self.database.folder().to_str().expect("UTF-8").to_owned();
        let done = self
            .database
            .run("psql", &["-X", "-A", "-t", "-h", &socket, "-U", "neuland", "-d", "neuland", "-c", query]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    /// Takes a node out of the cluster; the proxy knows it no more.
    pub(super) fn take(&mut self, node: usize) -> Node {
        let node = self.nodes.remove(node);
        self.behind.lock().unwrap().retain(|addr| *addr != node.addr);
        node
    }

    /// Starts another node.
    pub(super) fn add(&mut self) {
        let node = Node::start(&self.database.url("neuland"), None);
        self.put_back(node);
    }

    /// Starts another node that reads logs up to this format, as one of an earlier version would.
    pub(super) fn add_older(&mut self, format: u32) {
        let older = format!("--log-version={format}");
        let node =
            Node::start_with(&self.database.url("neuland"), None, &[&GENEROUS[..], &[&older]].concat());
        self.put_back(node);
    }

    /// Puts a node behind the proxy, again.
    pub(super) fn put_back(&mut self, node: Node) {
        self.behind.lock().unwrap().push(node.addr);
        self.nodes.push(node);
    }

    /// The log of a table as the database has it.
    pub(super) fn log(&self, table: &str) -> Vec<StoredEntry> {
        let url = self.database.url("neuland").parse().expect("an address");
        let store = PostgresStore::open_node(&url, Mark::Tables, Arc::new(())).expect("a store");
        store.load(table.parse().expect("an id")).expect("the table is readable")
    }
}

/// A proxy that gives each request to the next node, and to the one after that if the first takes no connection.
fn proxy(behind: Arc<Mutex<Vec<SocketAddr>>>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let addr = listener.local_addr().expect("an address");
    let turn = Arc::new(AtomicUsize::new(0));
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (behind, turn) = (Arc::clone(&behind), Arc::clone(&turn));
            // A connection that breaks is the client's business.
            std::thread::spawn(move || pass(client, &behind, &turn));
        }
    });
    addr
}

/// Passes one request on, and its response back.
fn pass(client: TcpStream, behind: &Mutex<Vec<SocketAddr>>, turn: &AtomicUsize) -> Option<()> {
    let mut reader = BufReader::new(client);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = text.trim().parse().ok()?;
        }
        head += &line;
    }
    head += "connection: close\r\n\r\n";
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let nodes = behind.lock().unwrap().clone();
    let first = turn.fetch_add(1, Ordering::Relaxed);
    let mut order = (0..nodes.len()).map(|n| nodes[(first + n) % nodes.len()]);
    let mut node = order.find_map(|addr| TcpStream::connect(addr).ok())?;
    node.write_all(head.as_bytes()).ok()?;
    node.write_all(&body).ok()?;
    std::io::copy(&mut node, reader.get_mut()).ok()?;
    // The client waits for nothing more.
    reader.get_mut().shutdown(std::net::Shutdown::Both).ok()
}
