//! A small network that corrects the fitted estimate of a seat's chances.

use std::fmt;

/// The numbers that describe a seat in a position.
pub const INPUTS: usize = 80;
/// The number of units in each of the two hidden layers.
pub const HIDDEN: [usize; 2] = [32, 16];

/// The description of a seat in a position, in numbers of about one.
pub type Row = [f32; INPUTS];

/// The weights of a network: two hidden layers of rectified linear units, and a weighted sum.
///
/// It adds and multiplies in a fixed order, so its results are the same on every machine, whether or not the compiler uses vector
/// instructions.
#[derive(Clone, PartialEq)]
pub struct Net {
    first: [[f32; HIDDEN[0]]; INPUTS],
    first_bias: [f32; HIDDEN[0]],
    second: [[f32; HIDDEN[1]]; HIDDEN[0]],
    second_bias: [f32; HIDDEN[1]],
    last: [f32; HIDDEN[1]],
}

/// The number of weights of a [`Net`].
pub const WEIGHTS: usize = INPUTS * HIDDEN[0] + HIDDEN[0] + HIDDEN[0] * HIDDEN[1] + HIDDEN[1] + HIDDEN[1];

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Net({INPUTS}, {HIDDEN:?})")
    }
}

impl Net {
    /// A network whose corrections are 0.
    pub const NONE: Net = Net {
        first: [[0.0; HIDDEN[0]]; INPUTS],
        first_bias: [0.0; HIDDEN[0]],
        second: [[0.0; HIDDEN[1]]; HIDDEN[0]],
        second_bias: [0.0; HIDDEN[1]],
        last: [0.0; HIDDEN[1]],
    };

    /// The layers in the order of a file, each followed by its biases.
    fn layers(&self) -> [&[f32]; 5] {
        let (first, second) = (self.first.as_flattened(), self.second.as_flattened());
        [first, &self.first_bias, second, &self.second_bias, &self.last]
    }

    /// The layers in the order of a file, to be changed.
    fn layers_mut(&mut self) -> [&mut [f32]; 5] {
        let (first, second) = (self.first.as_flattened_mut(), self.second.as_flattened_mut());
        [first, &mut self.first_bias, second, &mut self.second_bias, &mut self.last]
    }

    /// All weights in the order of a file: layer by layer, each followed by its biases.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.layers().into_iter().flatten().copied()
    }

    /// All weights in the order of a file, to be changed.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.layers_mut().into_iter().flatten()
    }

    /// Reads a network file: a line of JSON that tells where it comes from, then its body.
    ///
    /// # Panics
    /// If there is no such line, or fewer bytes than weights; the tests read every file of the program.
    #[must_use]
    pub fn from_file(file: &[u8]) -> Net {
        let line =
            file.iter().position(|&byte| byte == b'\n').expect("a line that tells where it comes from");
        Net::from_bytes(&file[line + 1..])
    }

    /// Reads the body of a network file: for each layer and each row of biases a scale, as `f32`, and the weights in units of it, as `i16`;
    /// all little-endian.
    ///
    /// # Panics
    /// If there are fewer bytes than weights; the tests read every file of the program.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Net {
        let mut net = Net::NONE;
        let mut rest = bytes;
        for layer in net.layers_mut() {
            let (scale, after) = rest.split_first_chunk().expect("a scale");
            let scale = f32::from_le_bytes(*scale);
            let (body, after) = after.split_at(2 * layer.len());
            for (weight, bytes) in layer.iter_mut().zip(body.as_chunks().0) {
                *weight = f32::from(i16::from_le_bytes(*bytes)) * scale;
            }
            rest = after;
        }
        net
    }

    /// Returns the body of a network file, as [`Net::from_bytes`] reads it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for layer in self.layers() {
            let most = layer.iter().fold(1e-9f32, |most, weight| most.max(weight.abs()));
            let scale = most / f32::from(i16::MAX);
            bytes.extend(scale.to_le_bytes());
            bytes.extend(layer.iter().flat_map(|weight| ((weight / scale).round() as i16).to_le_bytes()));
        }
        bytes
    }

    /// The hash of a network file's body: FNV-1a, as 16 hexadecimal digits.
    #[must_use]
    pub fn hash_of(body: &[u8]) -> String {
        let hash = body.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    /// The correction of a seat's strength, in log odds.
    #[must_use]
    pub fn value(&self, row: &Row) -> f32 {
        self.run(row).2
    }

    /// Returns the values of both hidden layers and the correction.
    #[must_use]
    pub fn run(&self, row: &Row) -> ([f32; HIDDEN[0]], [f32; HIDDEN[1]], f32) {
        let mut first = self.first_bias;
        for (input, weights) in row.iter().zip(&self.first) {
            if *input != 0.0 {
                first.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += input * weight);
            }
        }
        first.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        let mut second = self.second_bias;
        for (input, weights) in first.iter().zip(&self.second) {
            second.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += input * weight);
        }
        second.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        let value = second.iter().zip(&self.last).map(|(unit, weight)| unit * weight).sum();
        (first, second, value)
    }

    /// Adds the gradient of the correction with respect to the weights, times `by`, to `gradient`.
    pub fn add_gradient(&self, row: &Row, by: f32, gradient: &mut Net) {
        let (first, second, _) = self.run(row);
        let mut behind = [0.0; HIDDEN[1]];
        for n in 0..HIDDEN[1] {
            gradient.last[n] += by * second[n];
            behind[n] = if second[n] > 0.0 { by * self.last[n] } else { 0.0 };
            gradient.second_bias[n] += behind[n];
        }
        let mut before = [0.0; HIDDEN[0]];
        for (n, unit) in first.iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
            let (weights, gradient) = (&self.second[n], &mut gradient.second[n]);
            for ((behind, weight), slope) in behind.iter().zip(weights).zip(gradient) {
                *slope += unit * behind;
                before[n] += weight * behind;
            }
        }
        gradient.first_bias.iter_mut().zip(before).for_each(|(slope, before)| *slope += before);
        for (input, gradient) in row.iter().zip(&mut gradient.first).filter(|(input, _)| **input != 0.0) {
            gradient.iter_mut().zip(before).for_each(|(slope, before)| *slope += input * before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Draws as _, Seed};

    /// A network of random weights, and a row.
    fn random() -> (Net, Row) {
        let mut draws = Seed(7).substream("net", 0);
        let mut some = |scale: f32| scale * (draws.below(2001) as f32 / 1000.0 - 1.0);
        let mut net = Net::NONE;
        net.weights_mut().for_each(|weight| *weight = some(0.3));
        (net, std::array::from_fn(|_| some(1.0)))
    }

    #[test]
    fn the_gradient_says_how_the_value_changes() {
        let (net, row) = random();
        let mut gradient = Net::NONE;
        net.add_gradient(&row, 1.0, &mut gradient);
        let gradient: Vec<f32> = gradient.weights().collect();
        for (n, slope) in gradient.iter().enumerate().step_by(7) {
            let changed = |by: f32| {
                let mut net = net.clone();
                *net.weights_mut().nth(n).expect("a weight") += by;
                net.value(&row)
            };
            let measured = (changed(1e-2) - changed(-1e-2)) / 2e-2;
            assert!((measured - slope).abs() < 2e-3, "weight {n}: {measured} instead of {slope}");
        }
    }

    /// The results do not depend on vector instructions: adding up one unit after the other gives the same bits.
    #[test]
    fn values_are_the_same_bit_for_bit_in_any_order_of_units() {
        let (net, row) = random();
        let unit = |inputs: &[f32], bias: f32, weight: &dyn Fn(usize) -> f32| {
            inputs.iter().enumerate().fold(bias, |sum, (n, input)| sum + input * weight(n)).max(0.0)
        };
        let first: [f32; HIDDEN[0]] =
            std::array::from_fn(|n| unit(&row, net.first_bias[n], &|input| net.first[input][n]));
        let second: [f32; HIDDEN[1]] =
            std::array::from_fn(|n| unit(&first, net.second_bias[n], &|input| net.second[input][n]));
        let value: f32 = second.iter().zip(&net.last).map(|(unit, weight)| unit * weight).sum();
        assert_eq!(net.value(&row).to_bits(), value.to_bits());
    }

    #[test]
    fn a_file_gives_the_network_back() {
        let (net, row) = random();
        let read = Net::from_file(&[b"{}\n", &net.to_bytes()[..]].concat());
        assert!((read.value(&row) - net.value(&row)).abs() < 1e-3);
        assert_eq!(Net::from_bytes(&read.to_bytes()).value(&row), read.value(&row));
    }

    /// Compares the first line of each network file with its body.
    #[test]
    fn the_files_of_the_networks_are_whole() {
        let files: [&[u8]; 5] = [
            include_bytes!("catan/settler/catan.net"),
            include_bytes!("cities_and_knights/settler/cities-and-knights.net"),
            include_bytes!("carcassonne/surveyor/carcassonne.net"),
            include_bytes!("carcassonne/surveyor/traders-and-builders.net"),
            include_bytes!("carcassonne/surveyor/mayflower.net"),
        ];
        for file in files {
            let line = file.iter().position(|&byte| byte == b'\n').expect("a line");
            let told: serde_json::Value = serde_json::from_slice(&file[..line]).expect("JSON");
            assert_eq!(told["hash"], Net::hash_of(&file[line + 1..]));
            assert_eq!(Net::from_file(file).to_bytes().len(), file.len() - line - 1);
        }
    }
}
