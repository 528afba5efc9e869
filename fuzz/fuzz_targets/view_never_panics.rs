#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| neuland_fuzz::targets::view(data));
