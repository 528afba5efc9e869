//! The portraits of bots.

use draw::portraits::{PORTRAIT, has_portrait, portraits_svg};
use std::collections::BTreeSet;

#[test]
fn each_portrait_has_a_view_of_its_own() {
    let svg = portraits_svg();
    assert_eq!(svg, portraits_svg(), "always the same");
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let views: Vec<_> = document.descendants().filter(|node| node.has_tag_name("view")).collect();
    let boxes: BTreeSet<&str> = views.iter().filter_map(|view| view.attribute("viewBox")).collect();
    assert_eq!(boxes.len(), views.len(), "no two show the same");
    for view in &views {
        assert!(has_portrait(view.attribute("id").expect("a name")));
    }
    let pictures = document.root_element().children().filter(|node| node.has_tag_name("svg"));
    let size = PORTRAIT.to_string();
    assert!(pictures.clone().all(|picture| picture.attribute("width") == Some(&*size)));
    assert_eq!(pictures.count(), views.len());
    assert!(!has_portrait("nobody"));
    assert!(svg.len() < 16 << 10, "{} bytes", svg.len());
    assert!(!svg.contains("style") && !svg.contains("<text"), "no font and no style sheet");
}
