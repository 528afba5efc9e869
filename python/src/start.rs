//! The entry point that the interpreter calls when it imports the module.
//!
//! The workspace builds for `x86-64-v3`. On an older processor the import raises `ImportError` instead of ending the interpreter, so
//! the processor is asked before anything else of the module runs: that of PyO3 is built with the same instructions.

// The name that the interpreter looks for, and two calls of its interface for C.
#![allow(unsafe_code)]

use pyo3::ffi;

const TOO_OLD: &std::ffi::CStr = c"this build of neuland needs an x86-64 processor with AVX2, BMI2 and FMA, as made since 2013; this one lacks them. \
    Install a wheel or the source archive, which run on every x86-64 processor, or build your clone with RUSTFLAGS=\"\" pip install ./python";

/// Begins the import, unless the processor is too old.
///
/// # Safety
///
/// The interpreter calls it, attached to its thread.
#[unsafe(export_name = "PyInit__neuland")]
unsafe extern "C" fn start() -> *mut ffi::PyObject {
    if processor::is_too_old() {
        // SAFETY: the caller is the interpreter. The exception is one of its own, and the text ends with a zero byte.
        unsafe { ffi::PyErr_SetString(ffi::PyExc_ImportError, TOO_OLD.as_ptr()) };
        return std::ptr::null_mut();
    }
    // SAFETY: as above; this is what the interpreter would call.
    unsafe { crate::native::__pyo3_init() }
}
