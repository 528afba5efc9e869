//! Portraits of the bots that a person can choose: heads and shoulders, each with what it is known by.

use std::fmt::Write as _;

/// The width and height of a portrait, in units of its view box.
pub const PORTRAIT: u32 = 64;

/// The outline of eyes, mouths and tools.
const INK: &str = "#2a211a";

/// A portrait, layer by layer; `None` leaves the usual face out.
struct Portrait {
    name: &'static str,
    ground: &'static str,
    coat: &'static str,
    skin: Option<&'static str>,
    /// Behind the head: hair, hoods.
    behind: &'static str,
    /// Over the head: hats, beards, tools.
    over: &'static str,
}

/// The portraits, by the names of the bots.
const PORTRAITS: [Portrait; 18] = [
    Portrait {
        name: "random",
        ground: "#d9d3c4",
        coat: "#d9d3c4",
        skin: None,
        behind: "",
        over: "<g transform=\"rotate(-9 32 32)\"><path d=\"M14 14h36v36H14z\" fill=\"#fdf8ea\" stroke=\"#8f7b4e\" \
               stroke-width=\"2\" stroke-linejoin=\"round\"/><g fill=\"#2b2620\"><circle cx=\"23\" cy=\"23\" r=\"3.500\"/>\
               <circle cx=\"41\" cy=\"23\" r=\"3.500\"/><circle cx=\"32\" cy=\"32\" r=\"3.500\"/><circle cx=\"23\" cy=\"41\" \
               r=\"3.500\"/><circle cx=\"41\" cy=\"41\" r=\"3.500\"/></g></g>",
    },
    Portrait {
        name: "novice",
        ground: "#cfe3c8",
        coat: "#7c9a5e",
        skin: Some("#f0c9a4"),
        behind: "",
        over: "<path d=\"M19 27c-1-11 5-17 13-17s14 6 13 17c-2-5-4-7-6-9-2 3-5 4-7 3-4 1-9 0-13 6z\" fill=\"#b9652d\"/>\
               <g fill=\"#c98a5c\"><circle cx=\"25\" cy=\"32\" r=\".8\"/><circle cx=\"27\" cy=\"33.500\" r=\".8\"/>\
               <circle cx=\"37\" cy=\"33.500\" r=\".8\"/><circle cx=\"39\" cy=\"32\" r=\".8\"/></g>",
    },
    Portrait {
        name: "settler",
        ground: "#bcd9dc",
        coat: "#0d6470",
        skin: Some("#e2b48a"),
        behind: "",
        over: "<path d=\"M12 22c8-3 32-3 40 0-3 3-37 3-40 0z\" fill=\"#8a6a3d\"/><path d=\"M20 21c0-9 4-13 12-13s12 4 12 13z\" \
               fill=\"#a37f4a\"/><path d=\"M20 19h24v2.500H20z\" fill=\"#5f4724\"/><path d=\"M22 33c1 7 5 10 10 10s9-3 10-10c-2 \
               3-5 3-6 1-2-1-6-1-8 0-1 2-4 2-6-1z\" fill=\"#6b4a2a\"/><path d=\"M29 36.500h6\" stroke=\"#e2b48a\" \
               stroke-width=\"1.600\" stroke-linecap=\"round\"/>",
    },
    Portrait {
        name: "surveyor",
        ground: "#dccfb0",
        coat: "#7a2f2a",
        skin: Some("#d9a877"),
        behind: "<path d=\"M18 44c-2-20 2-30 14-30s16 10 14 30z\" fill=\"#3a2a20\"/>",
        over: "<path d=\"M15 21c3-10 9-13 17-13s14 3 17 13c-10-4-24-4-34 0z\" fill=\"#24454d\"/><path d=\"M39 47l15-13 4 5-16 \
               12z\" fill=\"#c9a227\" stroke=\"#2a211a\" stroke-width=\"1.500\"/><path d=\"M52 35.500l4.500 5.500\" \
               stroke=\"#2a211a\" stroke-width=\"1.500\"/>",
    },
    Portrait {
        name: "pathfinder",
        ground: "#d3dcb4",
        coat: "#55692f",
        skin: Some("#c98f62"),
        behind: "",
        over: "<path d=\"M9 24c9-5 37-5 46 0-6 3-40 3-46 0z\" fill=\"#4f3b22\"/><path d=\"M20 22c1-10 5-14 12-14s11 4 12 14z\" \
               fill=\"#6d5231\"/><path d=\"M41 20c6-6 9-12 8-15-4 2-8 7-9 13z\" fill=\"#b8402e\"/><path d=\"M54 64V28\" \
               stroke=\"#7a5a33\" stroke-width=\"3.500\" stroke-linecap=\"round\"/><path d=\"M54 28c-4-3-2-8 1-8s5 4 2 7\" \
               fill=\"none\" stroke=\"#7a5a33\" stroke-width=\"2.500\"/>",
    },
    Portrait {
        name: "scholar",
        ground: "#c9cfe6",
        coat: "#3b3f73",
        skin: Some("#f1d3b3"),
        behind: "<path d=\"M17 40c-2-20 4-27 15-27s17 7 15 27z\" fill=\"#b9b5ab\"/>",
        over: "<path d=\"M32 8l20 7-20 7-20-7z\" fill=\"#23264a\"/><path d=\"M50 15v11\" stroke=\"#c9a227\" \
               stroke-width=\"1.600\"/><circle cx=\"50\" cy=\"27\" r=\"2\" fill=\"#c9a227\"/><g fill=\"#fff\" \
               fill-opacity=\".35\" stroke=\"#2a211a\" stroke-width=\"1.400\"><circle cx=\"27\" cy=\"28\" r=\"4\"/>\
               <circle cx=\"37\" cy=\"28\" r=\"4\"/></g><path d=\"M31 28h2\" stroke=\"#2a211a\" stroke-width=\"1.400\"/>\
               <path d=\"M18 50l14 3 14-3v11l-14 3-14-3z\" fill=\"#f4ead2\" stroke=\"#2a211a\" stroke-width=\"1.500\" \
               stroke-linejoin=\"round\"/><path d=\"M32 53v11\" stroke=\"#2a211a\" stroke-width=\"1.500\"/>",
    },
    Portrait {
        name: "raider",
        ground: "#c7bfc4",
        coat: "#2d2a33",
        skin: Some("#e0b58e"),
        behind: "<path d=\"M14 52c-2-28 4-42 18-42s20 14 18 42z\" fill=\"#3d3946\"/>",
        over: "<path d=\"M18 30c-1-13 5-19 14-19s15 6 14 19c-3-8-7-11-14-11s-11 3-14 11z\" fill=\"#2d2a33\"/><path d=\"M20 \
               25c4-2 8-1 12 1 4-2 8-3 12-1 0 5-2 7-6 7-3 0-4-2-6-3-2 1-3 3-6 3-4 0-6-2-6-7z\" fill=\"#17151b\"/><g \
               fill=\"#fff\"><circle cx=\"27\" cy=\"28\" r=\"1.500\"/><circle cx=\"37\" cy=\"28\" r=\"1.500\"/></g><path \
               d=\"M16 50c8 6 24 6 32 0l2 8c-10 6-26 6-36 0z\" fill=\"#a3242e\"/>",
    },
    Portrait {
        name: "mason",
        ground: "#e6cdb8",
        coat: "#8c6b52",
        skin: Some("#b77a52"),
        behind: "",
        over: "<path d=\"M19 23c0-9 5-14 14-14 8 0 13 5 13 11l6 2c1 2-1 3-3 3-9-3-20-3-30-2z\" fill=\"#5d6a72\"/><g \
               fill=\"#b5482f\" stroke=\"#f3e6d2\" stroke-width=\"1.200\"><path d=\"M34 50h14v7H34zM48 50h14v7H48zM28 \
               57h14v7H28zM42 57h14v7H42zM56 57h8v7h-8z\"/></g>",
    },
    Portrait {
        name: "merchant",
        ground: "#f0dca6",
        coat: "#7b2d5b",
        skin: Some("#e8bd94"),
        behind: "<path d=\"M19 36c-2-16 3-23 13-23s15 7 13 23z\" fill=\"#2b2018\"/>",
        over: "<path d=\"M15 20c0-9 9-13 19-12 9 1 14 6 14 11-4 4-9 2-15 2s-13 3-18-1z\" fill=\"#9b1f3b\"/><path d=\"M44 14c5-8 \
               11-9 14-7-1 4-6 8-13 9z\" fill=\"#f7f0dd\"/><path d=\"M24 33c3-2 6-2 8 0 2-2 5-2 8 0-1 3-6 3-8 1-2 2-7 2-8-1z\" \
               fill=\"#2b2018\"/><circle cx=\"49\" cy=\"53\" r=\"7\" fill=\"#e3b53b\" stroke=\"#8a6a12\" \
               stroke-width=\"1.800\"/><path d=\"M49 49.500v7M46.500 51h5\" stroke=\"#8a6a12\" stroke-width=\"1.600\"/>",
    },
    Portrait {
        name: "wayfarer",
        ground: "#cfd8de",
        coat: "#5b6f86",
        skin: Some("#d7a57c"),
        behind: "<path d=\"M15 54c-3-26 3-42 17-42s20 16 17 42z\" fill=\"#46586c\"/>",
        over: "<path d=\"M19 30c-2-13 4-20 13-20s15 7 13 20c-2-7-6-11-13-11s-11 4-13 11z\" fill=\"#5b6f86\"/><path d=\"M25 36c2 5 \
               12 5 14 0 1 6-2 9-7 9s-8-3-7-9z\" fill=\"#8d8577\"/><path d=\"M25 50c4-4 10-4 14 0l-7 8z\" fill=\"#f3dfc0\" \
               stroke=\"#2a211a\" stroke-width=\"1.200\" stroke-linejoin=\"round\"/><path d=\"M32 58l-3-9M32 58l3-9M32 58v-11\" \
               stroke=\"#b98b57\" stroke-width=\"1\"/>",
    },
    Portrait {
        name: "abbot",
        ground: "#d8c7b2",
        coat: "#6b4a30",
        skin: Some("#f0cba8"),
        behind: "",
        over: "<path d=\"M19 29c-2-5-1-10 2-13 1 3 3 4 11 4s10-1 11-4c3 3 4 8 2 13-1-3-2-5-3-6-5-2-15-2-20 0-1 1-2 3-3 6z\" \
               fill=\"#7a5a3c\"/><path d=\"M17 47c5 6 25 6 30 0l4 8c-8 7-30 7-38 0z\" fill=\"#573a24\"/><path d=\"M32 \
               51v11M28 55h8\" stroke=\"#e3b53b\" stroke-width=\"2.200\" stroke-linecap=\"round\"/>",
    },
    Portrait {
        name: "farmer",
        ground: "#dfe6b0",
        coat: "#3f6f9a",
        skin: Some("#e9b98d"),
        behind: "<path d=\"M19 44c-3-18 1-28 13-28s16 10 13 28z\" fill=\"#c08a3a\"/>",
        over: "<path d=\"M7 21c10-6 40-6 50 0-7 4-43 4-50 0z\" fill=\"#e2bf62\"/><path d=\"M19 19c1-10 5-14 13-14s12 4 13 14z\" \
               fill=\"#ecd083\"/><path d=\"M19 17h26v2.500H19z\" fill=\"#b8402e\"/><path d=\"M36 35l14 5\" stroke=\"#a98426\" \
               stroke-width=\"1.400\"/><path d=\"M48 37c3 0 6 2 7 5-3 0-6-1-7-5z\" fill=\"#d9b23a\"/>",
    },
    Portrait {
        name: "mayor",
        ground: "#d5c3dd",
        coat: "#6d1f2f",
        skin: Some("#f0c6a2"),
        behind: "<path d=\"M18 42c-2-18 2-26 14-26s16 8 14 26z\" fill=\"#e8e4da\"/>",
        over: "<path d=\"M16 19c6-3 26-3 32 0l-1 3c-8-2-22-2-30 0z\" fill=\"#1f1d24\"/><path d=\"M21 19l1-13h20l1 13z\" \
               fill=\"#2b2832\"/><path d=\"M21.500 15h21v3.500h-21z\" fill=\"#a3242e\"/><path d=\"M17 49c3 10 10 13 15 13s12-3 \
               15-13\" fill=\"none\" stroke=\"#e3b53b\" stroke-width=\"2.600\" stroke-dasharray=\"3 1.500\"/><circle cx=\"32\" \
               cy=\"60\" r=\"3.500\" fill=\"#e3b53b\" stroke=\"#8a6a12\" stroke-width=\"1.200\"/>",
    },
    Portrait {
        name: "magpie",
        ground: "#bfd7ea",
        coat: "#bfd7ea",
        skin: None,
        behind: "",
        over: "<path d=\"M10 64c0-20 8-30 14-36C22 16 30 9 39 12c6 2 8 7 8 12 5 8 7 20 7 40z\" fill=\"#1d2230\"/><path d=\"M25 \
               64c-2-14 3-22 12-24 6 6 8 14 7 24z\" fill=\"#f6f4ee\"/><path d=\"M10 64c0-12 5-20 11-25 2 9 2 17 0 25z\" \
               fill=\"#2f5f8a\"/><path d=\"M46 20l12 5-12 4z\" fill=\"#4a4f5c\"/><circle cx=\"39\" cy=\"20\" r=\"2.600\" \
               fill=\"#fff\"/><circle cx=\"39.600\" cy=\"20\" r=\"1.500\" fill=\"#17151b\"/><circle cx=\"56\" cy=\"30\" \
               r=\"5\" fill=\"#e3b53b\" stroke=\"#8a6a12\" stroke-width=\"1.500\"/>",
    },
    Portrait {
        name: "beginner",
        ground: "#f3dcc0",
        coat: "#d98a3d",
        skin: Some("#f6d5b5"),
        behind: "",
        over: "<path d=\"M18 26c-1-11 5-17 14-17s15 6 14 17c-5-5-9-7-14-7s-9 2-14 7z\" fill=\"#e3bd5a\"/><path d=\"M18 22c1-10 \
               6-14 14-14s13 4 14 14c-9-3-19-3-28 0z\" fill=\"#4a7fb5\"/><path d=\"M44 20c6 0 9 2 10 5-4 1-8 0-11-2z\" \
               fill=\"#35608c\"/><circle cx=\"32\" cy=\"8\" r=\"2.500\" fill=\"#f7f0dd\"/>",
    },
    Portrait {
        name: "apprentice",
        ground: "#cddbc6",
        coat: "#9a7246",
        skin: Some("#c98f62"),
        behind: "<path d=\"M18 36c-1-17 4-24 14-24s15 7 14 24z\" fill=\"#241a14\"/>",
        over: "<path d=\"M19 25c0-10 5-15 13-15s13 5 13 15c-3-4-6-6-9-6-5 2-12 1-17 6z\" fill=\"#241a14\"/><path d=\"M43 \
               31l9-13 2.500 1.500-8.500 13.500z\" fill=\"#e3b53b\" stroke=\"#2a211a\" stroke-width=\"1\"/><path d=\"M22 49h20v15H22z\" \
               fill=\"#5f4327\"/><path d=\"M22 49l-4-3M42 49l4-3\" stroke=\"#5f4327\" stroke-width=\"3\"/>",
    },
    Portrait {
        name: "expert",
        ground: "#c6dcd3",
        coat: "#2f6b57",
        skin: Some("#eec39c"),
        behind: "<circle cx=\"32\" cy=\"10\" r=\"7\" fill=\"#6b3520\"/><path d=\"M18 38c-1-17 4-25 14-25s15 8 14 25z\" \
                 fill=\"#6b3520\"/>",
        over: "<path d=\"M19 27c0-10 5-15 13-15s13 5 13 15c-4-5-8-8-13-8s-9 3-13 8z\" fill=\"#7f4127\"/><path d=\"M46 45l7 \
               11\" stroke=\"#5f4727\" stroke-width=\"3.500\" stroke-linecap=\"round\"/><circle cx=\"43\" cy=\"39\" r=\"7\" fill=\"#fff\" \
               fill-opacity=\".45\" stroke=\"#c9a227\" stroke-width=\"2\"/>",
    },
    Portrait {
        name: "master",
        ground: "#d9c8e3",
        coat: "#3b2a5a",
        skin: Some("#d7a57c"),
        behind: "<path d=\"M15 50c-2-26 4-39 17-39s19 13 17 39z\" fill=\"#d8d4cc\"/>",
        over: "<path d=\"M18 28c-1-12 5-18 14-18s15 6 14 18c-2-6-7-10-14-10s-12 4-14 10z\" fill=\"#efece5\"/><path d=\"M17 \
               20c2-4 4-5 7-6 1 3-1 6-5 8zM47 20c-2-4-4-5-7-6-1 3 1 6 5 8zM22 13c3-3 6-4 9-3 0 3-3 5-7 5zM42 13c-3-3-6-4-9-3 0 3 3 \
               5 7 5z\" fill=\"#c9a227\"/><path d=\"M24 50l8 9 8-9\" fill=\"none\" stroke=\"#e3b53b\" stroke-width=\"2.500\"/>",
    },
];

impl Portrait {
    /// Writes the layers from the back to the front.
    fn body(&self) -> String {
        let mut body = format!("<path d=\"M0 0h64v64H0z\" fill=\"{}\"/>{}", self.ground, self.behind);
        if let Some(skin) = self.skin {
            write!(
                body,
                "<path d=\"M7 64c2-13 12-18 25-18s23 5 25 18z\" fill=\"{}\"/><path d=\"M27 38h10v8c-2 3-8 3-10 0z\" \
                 fill=\"{skin}\"/><ellipse cx=\"32\" cy=\"28\" rx=\"12.500\" ry=\"14\" fill=\"{skin}\"/><g \
                 fill=\"{INK}\"><circle cx=\"27\" cy=\"28\" r=\"1.500\"/><circle cx=\"37\" cy=\"28\" r=\"1.500\"/></g><path \
                 d=\"M28 35.500q4 2.500 8 0\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.400\" stroke-linecap=\"round\"/>",
                self.coat
            )
            .expect("a string takes everything");
        }
        body + self.over
    }
}

/// Whether there is a portrait of the bot of this name.
#[must_use]
pub fn has_portrait(bot: &str) -> bool {
    PORTRAITS.iter().any(|portrait| portrait.name == bot)
}

/// Draws all portraits in a row, each with a view of its own: `portraits.svg#mason` shows that of `mason`.
#[must_use]
pub fn portraits_svg() -> String {
    let width = PORTRAIT * PORTRAITS.len() as u32;
    let mut svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {PORTRAIT}\">");
    for (portrait, x) in PORTRAITS.iter().zip((0..).step_by(PORTRAIT as usize)) {
        // Nothing reaches into the picture beside it.
        write!(
            svg,
            "<view id=\"{}\" viewBox=\"{x} 0 {PORTRAIT} {PORTRAIT}\"/><svg x=\"{x}\" width=\"{PORTRAIT}\" \
             height=\"{PORTRAIT}\">{}</svg>",
            portrait.name,
            portrait.body()
        )
        .expect("a string takes everything");
    }
    svg + "</svg>"
}
