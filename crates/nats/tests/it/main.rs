//! Tests with a NATS server of their own.
#![cfg(unix)]

use broker_nats::NatsBroker;
use live::nodes::Broker;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::{NatsServer, until};

fn follow(broker: &NatsBroker, subject: &str) -> Arc<AtomicUsize> {
    let heard = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&heard);
    let count = move || {
        counted.fetch_add(1, Ordering::SeqCst);
    };
    broker.follow(subject.to_owned(), Box::new(count));
    heard
}

/// Rings until somebody hears it: a subscription takes a moment.
fn until_heard(broker: &NatsBroker, subject: &str, heard: &AtomicUsize) {
    let before = heard.load(Ordering::SeqCst);
    until("a message comes", || {
        broker.ring(subject.to_owned());
        heard.load(Ordering::SeqCst) > before
    });
}

fn messages_go_from_node_to_node(mut nats: NatsServer) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let _on_runtime = runtime.enter();
    let url = nats.url().parse().unwrap();
    let (one, two) = (NatsBroker::connect(&url).unwrap(), NatsBroker::connect(&url).unwrap());
    let (heard, other) = (follow(&two, "neuland.test"), follow(&two, "neuland.other"));
    until_heard(&one, "neuland.test", &heard);
    assert_eq!(other.load(Ordering::SeqCst), 0);
    // The server goes away and comes back; so do the connections and what they follow.
    nats.stop();
    until("the loss is noticed", || !one.is_connected() && !two.is_connected());
    assert!(!one.ring("neuland.test".to_owned()));
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
    let heard = follow(&right, "neuland.test");
    until_heard(&right, "neuland.test", &heard);
    assert!(!wrong.is_connected() && !mistrusting.is_connected());
    let missing = own.replace(certificate, "/nowhere.pem").parse().unwrap();
    assert!(NatsBroker::connect(&missing).is_err());
}
