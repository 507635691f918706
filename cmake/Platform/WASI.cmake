# CMake 3.25 does not know the system WASI; this is all it needs to.
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
