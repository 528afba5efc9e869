//! The target of an observation: a slice for its numbers, or a layout for its names. A game writes each number once, with its
//! name, range and meaning, so a layout cannot differ from what is written.

use crate::layout::{Array, Channel};

/// Takes an observation, array by array.
pub trait Sink {
    /// Begins an array with rows of `channels` channels.
    fn array(&mut self, array: Head);
    /// Begins a row of it: the channels follow, from the first on.
    fn row(&mut self, row: usize);
    /// The next channel of the row.
    fn put(&mut self, name: &'static str, high: i32, about: &'static str, value: f32);
    /// The next channel, which may be negative.
    fn signed(&mut self, name: &'static str, low: i32, high: i32, about: &'static str, value: f32);
    /// The next channel of the row, one of several alike that differ in the end of their name.
    fn one_of(&mut self, name: &'static str, which: &'static str, high: i32, about: &'static str, value: f32);
    /// The next channel of all rows: 1 in these rows, 0 elsewhere.
    fn plane(
        &mut self,
        name: &'static str,
        which: &'static str,
        about: &'static str,
        rows: impl Iterator<Item = usize>,
    );
}

/// The head of an array.
#[derive(Clone, Copy)]
pub struct Head {
    pub name: &'static str,
    pub dtype: &'static str,
    /// The lengths of the axes before the channels.
    pub rows: &'static [usize],
    pub channels: usize,
    pub about: &'static str,
}

/// Numbers for all of `which`, in their order.
#[inline(always)]
pub(crate) fn many<const N: usize>(
    sink: &mut impl Sink,
    name: &'static str,
    which: &'static [&'static str; N],
    high: i32,
    about: &'static str,
    values: [f32; N],
) {
    for (which, value) in which.iter().zip(values) {
        sink.one_of(name, which, high, about, value);
    }
}

/// 1 or 0.
#[inline(always)]
pub(crate) fn flag(sink: &mut impl Sink, name: &'static str, about: &'static str, value: bool) {
    sink.put(name, 1, about, f32::from(u8::from(value)));
}

/// 1 for the one of `which` that has this number, 0 for the others.
#[inline(always)]
pub(crate) fn one_hot<const N: usize>(
    sink: &mut impl Sink,
    name: &'static str,
    which: &'static [&'static str; N],
    about: &'static str,
    number: Option<usize>,
) {
    for (n, which) in which.iter().enumerate() {
        sink.one_of(name, which, 1, about, f32::from(u8::from(number == Some(n))));
    }
}

/// Writes numbers.
pub(crate) struct Values<'a> {
    out: &'a mut [f32],
    start: usize,
    end: usize,
    stride: usize,
    at: usize,
    /// The next channel that is written for all rows at once.
    plane: usize,
}

impl<'a> Values<'a> {
    pub(crate) fn new(out: &'a mut [f32]) -> Values<'a> {
        Values { out, start: 0, end: 0, stride: 0, at: 0, plane: 0 }
    }
    /// # Panics
    /// If the slice has another length than what was written.
    pub(crate) fn finish(self) {
        assert_eq!(self.end, self.out.len(), "an observation has {} numbers", self.end);
    }
}

impl Sink for Values<'_> {
    #[inline(always)]
    fn array(&mut self, head: Head) {
        self.start = self.end;
        self.stride = head.channels;
        self.end += head.rows.iter().product::<usize>() * head.channels;
        self.at = self.start;
        self.plane = 0;
    }
    #[inline(always)]
    fn row(&mut self, row: usize) {
        self.at = self.start + row * self.stride + self.plane;
    }
    #[inline(always)]
    fn put(&mut self, _: &'static str, _: i32, _: &'static str, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }
    #[inline(always)]
    fn signed(&mut self, _: &'static str, _: i32, _: i32, _: &'static str, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }
    #[inline(always)]
    fn one_of(&mut self, _: &'static str, _: &'static str, _: i32, _: &'static str, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }
    #[inline(always)]
    fn plane(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: &'static str,
        rows: impl Iterator<Item = usize>,
    ) {
        let first = self.start + self.plane;
        for row in rows {
            self.out[first + row * self.stride] = 1.0;
        }
        self.plane += 1;
        self.at += 1;
    }
}

/// Collects names.
#[derive(Default)]
pub(crate) struct Names {
    arrays: Vec<Array>,
    declared: Vec<usize>,
    next: usize,
    planes: usize,
}

impl Names {
    /// # Panics
    /// If an array has another number of channels than it said.
    pub(crate) fn finish(mut self) -> Vec<Array> {
        let mut offset = 0;
        for (array, &declared) in self.arrays.iter_mut().zip(&self.declared) {
            assert_eq!(array.channels.len(), declared, "the channels of `{}`", array.name);
            array.offset = offset;
            offset += array.len();
        }
        self.arrays
    }

    fn add(&mut self, name: String, low: i32, high: i32, about: &'static str) {
        let array = self.arrays.last_mut().expect("an array was begun");
        if self.next == array.channels.len() {
            array.channels.push(Channel { name, low, high, about });
        }
        self.next += 1;
        assert!(self.next <= self.declared[self.declared.len() - 1], "too many channels in `{}`", array.name);
    }
}

fn joined(name: &str, which: &str) -> String {
    if which.is_empty() { name.to_owned() } else { format!("{name} {which}") }
}

impl Sink for Names {
    fn array(&mut self, head: Head) {
        let mut shape = head.rows.to_vec();
        shape.push(head.channels);
        self.declared.push(head.channels);
        self.arrays.push(Array {
            name: head.name,
            dtype: head.dtype,
            shape,
            offset: 0,
            about: head.about,
            channels: Vec::new(),
        });
        (self.next, self.planes) = (0, 0);
    }
    fn row(&mut self, _: usize) {
        self.next = self.planes;
    }
    fn put(&mut self, name: &'static str, high: i32, about: &'static str, _: f32) {
        self.add(name.to_owned(), 0, high, about);
    }
    fn signed(&mut self, name: &'static str, low: i32, high: i32, about: &'static str, _: f32) {
        self.add(name.to_owned(), low, high, about);
    }
    fn one_of(&mut self, name: &'static str, which: &'static str, high: i32, about: &'static str, _: f32) {
        self.add(joined(name, which), 0, high, about);
    }
    fn plane(
        &mut self,
        name: &'static str,
        which: &'static str,
        about: &'static str,
        _: impl Iterator<Item = usize>,
    ) {
        assert_eq!(self.next, self.planes, "planes come before rows");
        self.add(joined(name, which), 0, 1, about);
        self.planes += 1;
    }
}
