//! Bodies with something wrong in them.

use super::*;

/// Values that stand in for one that is expected.
fn odd_values() -> Vec<String> {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    [
        "null",
        "true",
        "[]",
        "{}",
        "0",
        "-1",
        "-0",
        "0.5",
        "1e2",
        "1e999",
        "-1e999",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775809",
        "999999999999999999999999999999999999",
        "\"\"",
        "\" \"",
        "\"0\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"\\u202eabc\"",
        "\"A\"",
        "\"Z\"",
        "\"G\"",
        "\"é\"",
        "\"../../etc/passwd\"",
        "\"<script>alert(1)</script>\"",
        "\"' OR 1=1 --\"",
        "\"%s%n%x\"",
        "\"settlement I17\"",
        "[\"me\"]",
        "[null]",
        "[[[[]]]]",
        "{\"a\":{\"a\":{\"a\":{}}}}",
        "\"bank 99999999999999999999 1 bot\"",
        "\"decision 0 bot\"",
        "\"bank 1 18446744073709551615 replace\"",
        "\"bot:\"",
        "nul",
        "NaN",
        "Infinity",
        "'x'",
        "01",
    ]
    .iter()
    .map(|text| (*text).to_owned())
    .chain([
        deep(100),
        deep(5_000),
        format!("\"{}\"", "x".repeat(60_000)),
        format!("\"{}\"", "\\u0301".repeat(9_000)),
    ])
    .chain([format!("[{}]", vec!["\"open\""; 6_000].join(",")), format!("[{}1]", "1,".repeat(30_000))])
    .collect()
}

/// A body with something wrong in it.
fn bent_json(body: &Value, draws: &mut Substream) -> Vec<u8> {
    let odd = odd_values();
    let some = |draws: &mut Substream| odd[draws.below(odd.len() as u32) as usize].clone();
    let fields: Vec<(String, String)> = body
        .as_object()
        .map(|fields| fields.iter().map(|(name, value)| (format!("\"{name}\""), value.to_string())).collect())
        .unwrap_or_default();
    let write = |fields: &[(String, String)]| {
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        format!("{{{}}}", fields.join(",")).into_bytes()
    };
    let mut bent = fields.clone();
    let at = draws.below(fields.len().max(1) as u32) as usize;
    match draws.below(12) {
        0..=3 if !bent.is_empty() => bent[at].1 = some(draws),
        4 if !bent.is_empty() => drop(bent.remove(at)),
        // Twice the same: which one counts?
        5 if !bent.is_empty() => bent.push((bent[at].0.clone(), some(draws))),
        6 => bent.push((some(draws), some(draws))),
        7 => bent.push(("\"__proto__\"".to_owned(), some(draws))),
        8 => return some(draws).into_bytes(),
        9 => {
            let mut bytes = write(&bent);
            bytes.truncate(draws.below(bytes.len() as u32 + 1) as usize);
            return bytes;
        }
        10 => {
            let mut bytes = write(&bent);
            for _ in 0..=draws.below(4) {
                let at = draws.below(bytes.len() as u32) as usize;
                bytes[at] = draws.below(256) as u8;
            }
            return bytes;
        }
        _ => {
            let around: [&[u8]; 5] = [b"\xef\xbb\xbf", b"\0", b"\xff\xfe", b" \n\t", b"{}"];
            let around = around[draws.below(5) as usize];
            return [around, &write(&bent), around].concat();
        }
    }
    write(&bent)
}

/// A form with something wrong in it.
fn bent_form(body: &str, draws: &mut Substream) -> Vec<u8> {
    let odd = [
        "",
        "%",
        "%zz",
        "%00",
        "%ff%fe",
        "%C3%28",
        "%e2%80%ae",
        "+",
        "-1",
        "99999999999999999999",
        "A",
        "Z",
        "%3Cscript%3Ealert(1)%3C/script%3E",
        "//evil.example",
        "/%5Cevil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "https://evil.example/",
        "/a%0d%0aset-cookie:x=y",
        "on",
        "de",
        "none",
        "bot:",
        "bot:random",
        "settlement+I17",
        "0e0",
        "null",
    ];
    let mut fields: Vec<(String, String)> = body
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let at = draws.below(fields.len().max(1) as u32) as usize;
    let some = |draws: &mut Substream| odd[draws.below(odd.len() as u32) as usize].to_owned();
    match draws.below(10) {
        0..=4 if !fields.is_empty() => fields[at].1 = some(draws),
        5 if !fields.is_empty() => drop(fields.remove(at)),
        6 if !fields.is_empty() => fields.push((fields[at].0.clone(), some(draws))),
        7 => fields.extend((0..5_000).map(|n| (format!("f{n}"), some(draws)))),
        8 if !fields.is_empty() => fields[at].1 = "x".repeat(draws.below(70_000) as usize),
        _ => {
            let mut bytes = [body.as_bytes(), b"&"].concat();
            for _ in 0..=draws.below(4) {
                let at = draws.below(bytes.len() as u32) as usize;
                bytes[at] = draws.below(256) as u8;
            }
            return bytes;
        }
    }
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join("&").into_bytes()
}

#[test]
fn bent_bodies_break_nothing() {
    let scene = Scene::new();
    let mut draws = testkit::seed("bodies").substream("hostile", 0);
    let (mut sent, mut refused) = (0, 0);
    for round in 0..rounds() {
        for route in routes().iter().filter(|route| route.method != "GET") {
            for n in 0..16 {
                let (kind, body) = match &route.sent {
                    Sent::Json(body) => (JSON, bent_json(body, &mut draws)),
                    Sent::Form(body) => (FORM, bent_form(body, &mut draws)),
                    Sent::File(body) => ("application/x-ndjson", bent_form(body, &mut draws)),
                    Sent::Nothing => (JSON, b"{}".to_vec()),
                };
                // Now and then under another name.
                let kinds = [
                    kind,
                    kind,
                    kind,
                    kind,
                    kind,
                    kind,
                    "text/plain",
                    "application/json; charset=utf-7",
                    "multipart/form-data; boundary=x",
                    "",
                ];
                let kind = kinds[draws.below(kinds.len() as u32) as usize];
                let mut client = if n % 2 == 0 { scene.as_ada() } else { scene.running.client() };
                if n % 3 == 0 {
                    client.headers.push(("accept".to_owned(), "application/json".to_owned()));
                }
                // The first table is left alone, so that the others see a position.
                let path = route.path.replace("{id}", &scene.open);
                let path = scene.fill(&path);
                let what = format!("round {round}: {} {path} {kind}: {}", route.method, excerpt(&body));
                let reply = client
                    .try_send(route.method, &path, Some(kind), &body)
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
                check(&reply, &what);
                assert!(reply.body.len() < 400_000, "{what}: an answer of {} bytes", reply.body.len());
                sent += 1;
                refused += u32::from(reply.status >= 400);
            }
        }
    }
    println!("{sent} bent bodies, {refused} refused");
    assert!(refused * 2 > sent, "{refused} of {sent} were refused");
    scene.is_well();
}
