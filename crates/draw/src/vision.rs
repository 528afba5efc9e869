//! A simulation of colour vision deficiencies, for the tests of the palettes.
//!
//! Full dichromacy by the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
//! Vision Deficiency" (2009, severity 1.0), applied to linear RGB; differences by CIEDE2000 (Sharma, Wu and Dalal, 2005). A
//! difference of 1 is just noticeable side by side; 10 is noticed at a glance.

type Rgb = [f64; 3];

/// The kinds of colour vision that palettes are tested for: the matrix is for linear RGB.
pub(crate) const VISIONS: [(&str, [Rgb; 3]); 5] = [
    ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
    ("grey", [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]]),
];

fn linear(hex: &str) -> Rgb {
    assert!(hex.len() == 7 && hex.starts_with('#'), "{hex} is #rrggbb");
    [1, 3, 5].map(|at| {
        let channel = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal")) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    })
}

fn apply(matrix: &[Rgb; 3], v: Rgb) -> Rgb {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

fn lab(rgb: Rgb) -> Rgb {
    let xyz = apply(
        &[
            [0.412_456, 0.357_576, 0.180_438],
            [0.212_673, 0.715_152, 0.072_175],
            [0.019_334, 0.119_192, 0.950_304],
        ],
        rgb.map(|c| c.clamp(0.0, 1.0)),
    );
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let [x, y, z] = [f(xyz[0] / 0.950_47), f(xyz[1]), f(xyz[2] / 1.088_83)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The difference of two colours, `#rrggbb`, as somebody with this vision sees them.
pub(crate) fn difference(a: &str, b: &str, matrix: &[Rgb; 3]) -> f64 {
    ciede2000(lab(apply(matrix, linear(a))), lab(apply(matrix, linear(b))))
}

/// The contrast ratio of WCAG 2, 1 to 21.
pub(crate) fn contrast(a: &str, b: &str) -> f64 {
    let luminance = |hex| apply(&VISIONS[4].1, linear(hex))[0] + 0.05;
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

fn ciede2000([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb) -> f64 {
    let c_mean = (a1.hypot(b1) + a2.hypot(b2)) / 2.0;
    let g = 0.5 * (1.0 - (c_mean.powi(7) / (c_mean.powi(7) + 25f64.powi(7))).sqrt());
    let (a1, a2) = (a1 * (1.0 + g), a2 * (1.0 + g));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue =
        |a: f64, b: f64| if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let dh = if c1 * c2 == 0.0 {
        0.0
    } else if (h2 - h1).abs() <= 180.0 {
        h2 - h1
    } else if h2 > h1 {
        h2 - h1 - 360.0
    } else {
        h2 - h1 + 360.0
    };
    let big_dh = 2.0 * (c1 * c2).sqrt() * (dh / 2.0).to_radians().sin();
    let h_mean = if c1 * c2 == 0.0 {
        h1 + h2
    } else if (h1 - h2).abs() <= 180.0 {
        (h1 + h2) / 2.0
    } else if h1 + h2 < 360.0 {
        (h1 + h2 + 360.0) / 2.0
    } else {
        (h1 + h2 - 360.0) / 2.0
    };
    let (l_mean, c_mean) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0);
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(h_mean - 30.0) + 0.24 * cos(2.0 * h_mean) + 0.32 * cos(3.0 * h_mean + 6.0)
        - 0.20 * cos(4.0 * h_mean - 63.0);
    let s_l = 1.0 + 0.015 * (l_mean - 50.0).powi(2) / (20.0 + (l_mean - 50.0).powi(2)).sqrt();
    let (s_c, s_h) = (1.0 + 0.045 * c_mean, 1.0 + 0.015 * c_mean * t);
    let theta = 30.0 * (-((h_mean - 275.0) / 25.0).powi(2)).exp();
    let r_c = 2.0 * (c_mean.powi(7) / (c_mean.powi(7) + 25f64.powi(7))).sqrt();
    let r_t = -r_c * (2.0 * theta).to_radians().sin();
    let (l, c, h) = ((l2 - l1) / s_l, (c2 - c1) / s_c, big_dh / s_h);
    (l * l + c * c + h * h + r_t * c * h).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs 1, 7, 17, 19 and 25 of the test data published with the formula.
    #[test]
    fn differences_match_the_published_data() {
        for (a, b, expected) in [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            ([50.0, 2.5, 0.0], [56.0, -27.0, -3.0], 31.9030),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ] {
            assert!((ciede2000(a, b) - expected).abs() < 0.0001, "{a:?} {b:?}: {}", ciede2000(a, b));
        }
    }

    #[test]
    fn contrast_runs_from_1_to_21() {
        assert!((contrast("#ffffff", "#000000") - 21.0).abs() < 0.001);
        assert!((contrast("#777777", "#777777") - 1.0).abs() < 0.001);
    }
}
