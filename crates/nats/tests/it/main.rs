//! Tests with a NATS server of their own.
#![cfg(unix)]

use broker_nats::NatsBroker;
use live::nodes::Broker;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::{NatsServer, until};

/// The text of every message of a test, but for those that only try whether somebody listens.
const MESSAGE: &str = "0000000000zz 7";

/// The numbers of messages that were heard: all, and those that say [`MESSAGE`].
#[derive(Default)]
struct Counts {
    all: AtomicUsize,
    exact: AtomicUsize,
}

impl Counts {
    fn exact(&self) -> usize {
        self.exact.load(Ordering::SeqCst)
    }
}

fn follow(broker: &NatsBroker, subject: &str, group: Option<&'static str>) -> Arc<Counts> {
    let heard = Arc::new(Counts::default());
    let counts = Arc::clone(&heard);
    let count = move |message: &str| {
        counts.exact.fetch_add(usize::from(message == MESSAGE), Ordering::SeqCst);
        counts.all.fetch_add(1, Ordering::SeqCst);
    };
    broker.follow(subject.to_owned(), group, Box::new(count));
    heard
}

/// Sends until somebody hears it: a subscription takes a moment.
fn until_heard(broker: &NatsBroker, subject: &str, heard: &Counts) {
    let before = heard.exact();
    until("a message comes", || {
        broker.send(subject.to_owned(), MESSAGE.to_owned());
        heard.exact() > before
    });
}

fn messages_go_from_node_to_node(mut nats: NatsServer) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let _on_runtime = runtime.enter();
    let url = nats.url().parse().unwrap();
    let (one, two) = (NatsBroker::connect(&url).unwrap(), NatsBroker::connect(&url).unwrap());
    let (heard, other) = (follow(&two, "neuland.test", None), follow(&two, "neuland.other", None));
    until_heard(&one, "neuland.test", &heard);
    assert_eq!(other.all.load(Ordering::SeqCst), 0);
    // The server goes away and comes back; so do the connections and what they follow.
    nats.stop();
    until("the loss is noticed", || !one.is_connected() && !two.is_connected());
    assert!(!one.send("neuland.test".to_owned(), String::new()));
    nats.start_again();
    until_heard(&one, "neuland.test", &heard);
    assert!(one.is_connected());
}

#[test]
fn messages_come_with_a_password() {
    messages_go_from_node_to_node(NatsServer::start("password"));
}

#[test]
fn messages_come_encrypted() {
    messages_go_from_node_to_node(NatsServer::start_secure("encrypted"));
}

#[test]
fn a_wrong_password_and_an_unknown_certificate_are_refused() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let _on_runtime = runtime.enter();
    let nats = NatsServer::start_secure("refused");
    let stranger = NatsServer::start_secure("stranger");
    let right = NatsBroker::connect(&nats.url().parse().unwrap()).unwrap();
    let wrong = NatsBroker::connect(&nats.url_with("guess").parse().unwrap()).unwrap();
    let (own, of_stranger) = (nats.url(), stranger.url());
    let authority = of_stranger.rsplit("tlsca=").next().unwrap();
    let certificate = own.rsplit("tlsca=").next().unwrap();
    let mistrusting = NatsBroker::connect(&own.replace(certificate, authority).parse().unwrap()).unwrap();
    let heard = follow(&right, "neuland.test", None);
    until_heard(&right, "neuland.test", &heard);
    assert!(!wrong.is_connected() && !mistrusting.is_connected());
    let missing = own.replace(certificate, "/nowhere.pem").parse().unwrap();
    assert!(NatsBroker::connect(&missing).is_err());
}

/// Of those in a group, each message reaches one; of the others, all.
#[test]
fn a_message_reaches_one_of_a_group() {
    const MESSAGES: usize = 100;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let _on_runtime = runtime.enter();
    let nats = NatsServer::start("group");
    let broker = || NatsBroker::connect(&nats.url().parse().unwrap()).unwrap();
    let (sender, members, other) = (broker(), [broker(), broker()], broker());
    let in_group = members.each_ref().map(|member| follow(member, "neuland.test", Some("workers")));
    let alone = follow(&other, "neuland.test", None);
    until("all have subscribed", || {
        sender.send("neuland.test".to_owned(), "is anybody there?".to_owned());
        in_group.iter().chain([&alone]).all(|heard| heard.all.load(Ordering::SeqCst) > 0)
    });
    for _ in 0..MESSAGES {
        assert!(sender.send("neuland.test".to_owned(), MESSAGE.to_owned()));
    }
    until("all have come", || alone.exact() == MESSAGES);
    until("each has come to one", || in_group.iter().map(|heard| heard.exact()).sum::<usize>() == MESSAGES);
    assert_eq!(alone.exact(), MESSAGES);
}
