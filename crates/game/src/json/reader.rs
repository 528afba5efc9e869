//! Values out of JSON, with faults that say where they are.

use super::error::{JsonError, JsonErrorKind, Shape};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value};

/// A value that is read.
#[derive(Clone, Copy)]
pub(super) struct Reader<'de>(pub(super) &'de Value);

impl<'de> Reader<'de> {
    /// Reads the value for a type that has asked for this shape and, of a list, for this length. Faults say so: serde itself
    /// has only words for it.
    fn read<V: Visitor<'de>>(
        self,
        visitor: V,
        shape: Shape,
        length: Option<usize>,
    ) -> Result<V::Value, JsonError> {
        self.visit(visitor).map_err(|fault| fault.expecting(shape, length))
    }

    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => {
                let mut left = Items { items, next: 0 };
                let value = visitor.visit_seq(&mut left)?;
                match left.next {
                    read if read == items.len() => Ok(value),
                    read => Err(JsonError::new(JsonErrorKind::Length {
                        found: items.len(),
                        expected: Some(read),
                    })),
                }
            }
            Value::Object(object) => visitor.visit_map(Entries::new(object)),
        }
    }
}

/// The methods by which a type asks for a value of one shape.
macro_rules! shapes {
    ($($method:ident$(($name:ty))? => $shape:expr;)+) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $name,)? visitor: V) -> Result<V::Value, JsonError> {
            self.read(visitor, $shape, None)
        }
    )+};
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = JsonError;

    /// Reads the value for a type that takes several shapes. One that refuses a list or an object takes single values.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let is_single = !self.0.is_array() && !self.0.is_object();
        self.read(visitor, if is_single { Shape::Other } else { Shape::Single }, None)
    }

    shapes! {
        deserialize_bool => Shape::Switch;
        deserialize_i8 => Shape::WholeWithin(i8::MIN.into(), i8::MAX.into());
        deserialize_i16 => Shape::WholeWithin(i16::MIN.into(), i16::MAX.into());
        deserialize_i32 => Shape::Whole;
        deserialize_i64 => Shape::Whole;
        deserialize_i128 => Shape::Whole;
        deserialize_u8 => Shape::WholeWithin(0, u8::MAX.into());
        deserialize_u16 => Shape::WholeWithin(0, u16::MAX.into());
        deserialize_u32 => Shape::WholeWithin(0, u32::MAX.into());
        deserialize_u64 => Shape::Whole;
        deserialize_u128 => Shape::Whole;
        deserialize_f32 => Shape::Number;
        deserialize_f64 => Shape::Number;
        deserialize_char => Shape::Text;
        deserialize_str => Shape::Text;
        deserialize_string => Shape::Text;
        deserialize_bytes => Shape::List;
        deserialize_byte_buf => Shape::List;
        deserialize_unit => Shape::Null;
        deserialize_unit_struct(&'static str) => Shape::Null;
        deserialize_seq => Shape::List;
        deserialize_map => Shape::Object;
        deserialize_identifier => Shape::Text;
        deserialize_ignored_any => Shape::Other;
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, JsonError> {
        self.read(visitor, Shape::List, Some(len))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        self.read(visitor, Shape::List, Some(len))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        self.read(visitor, Shape::Object, Some(fields.len()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Named { name, value: None }),
            Value::Object(object) if object.len() == 1 => {
                let (name, value) = object.iter().next().expect("it has one entry");
                visitor.visit_enum(Named { name, value: Some(value) })
            }
            other => Err(wrong(other, Shape::Name)),
        }
    }
}

/// A value that is of another kind than `expected`.
fn wrong(value: &Value, expected: Shape) -> JsonError {
    let found = match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Unexpected::Signed(number),
            None => Unexpected::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    JsonError::new(JsonErrorKind::Wrong { found: found.into(), expected })
}

struct Items<'de> {
    items: &'de [Value],
    next: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = JsonError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, JsonError> {
        let Some(item) = self.items.get(self.next) else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        seed.deserialize(Reader(item)).map(Some).map_err(|fault| fault.at(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

struct Entries<'de> {
    left: serde_json::map::Iter<'de>,
    now: Option<(&'de String, &'de Value)>,
}

impl<'de> Entries<'de> {
    fn new(object: &'de Map<String, Value>) -> Entries<'de> {
        Entries { left: object.iter(), now: None }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = JsonError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, JsonError> {
        self.now = self.left.next();
        let Some((key, _)) = self.now else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, JsonError> {
        let (key, value) = self.now.take().expect("a key comes before its value");
        seed.deserialize(Reader(value)).map_err(|fault| fault.under(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// An enum variant by its name, with the value behind it.
struct Named<'de> {
    name: &'de str,
    value: Option<&'de Value>,
}

impl<'de> EnumAccess<'de> for Named<'de> {
    type Error = JsonError;
    type Variant = Named<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant), JsonError> {
        Ok((seed.deserialize(BorrowedStrDeserializer::new(self.name))?, self))
    }
}

impl<'de> Named<'de> {
    fn within<T>(self, read: impl FnOnce(Reader<'de>) -> Result<T, JsonError>) -> Result<T, JsonError> {
        match self.value {
            Some(value) => read(Reader(value)).map_err(|fault| fault.under(self.name)),
            None => {
                let found = Unexpected::Str(self.name).into();
                Err(JsonError::new(JsonErrorKind::Wrong { found, expected: Shape::Object }))
            }
        }
    }
}

impl<'de> VariantAccess<'de> for Named<'de> {
    type Error = JsonError;

    fn unit_variant(self) -> Result<(), JsonError> {
        match self.value {
            None | Some(Value::Null) => Ok(()),
            Some(value) => Err(wrong(value, Shape::Null).under(self.name)),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, JsonError> {
        self.within(|value| seed.deserialize(value))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, JsonError> {
        self.within(|value| value.deserialize_tuple(len, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        self.within(|value| value.deserialize_struct("", fields, visitor))
    }
}
