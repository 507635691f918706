# What a build may switch on or off; the presets in CMakePresets.json name the useful mixtures.
option(SPRINGTIDE_TESTS "Build the test programs (needs GoogleTest and rapidcheck)" OFF)
option(SPRINGTIDE_BENCH "Build springtide-bench (needs Google Benchmark)" OFF)
option(SPRINGTIDE_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
option(SPRINGTIDE_PYTHON "Build the Python module (needs pybind11)" OFF)
option(SPRINGTIDE_PACKAGE "Offer the target package, which makes a Debian package" OFF)
option(SPRINGTIDE_NATIVE "Use every instruction of this machine's processor" OFF)
set(SPRINGTIDE_TEST_SLOWDOWN "" CACHE STRING "Random games of the tests: one in so many (empty: as many as the build can bear)")
set(SPRINGTIDE_SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, for example address,undefined")
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set(SPRINGTIDE_WASM ON)
else()
  set(SPRINGTIDE_WASM OFF)
endif()

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

option(SPRINGTIDE_PRECOMPILE "Precompile the headers that most sources of a library include (g++ only)" ON)
# clang's precompiled headers hold the path of their folder, so another copy of the sources could not share what ccache keeps.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR SPRINGTIDE_SANITIZE)
  set(SPRINGTIDE_PRECOMPILE OFF)
endif()
set(CMAKE_PCH_PROLOGUE "") # or our own headers in it would count as the system's, and no warning would be given for them

# The launcher knows where compiled files are kept; a build that ninja runs without it uses the same ones.
find_program(SPRINGTIDE_CCACHE ccache)
if(SPRINGTIDE_CCACHE)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env root=${CMAKE_SOURCE_DIR} build=${CMAKE_SOURCE_DIR}/build
    bash -c "source tools/launcher/build.sh && share_compiled && env" WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    OUTPUT_VARIABLE settings)
  string(REGEX MATCHALL "CCACHE_[A-Z]+=[^\n]*" settings "${settings}")
  set(CMAKE_CXX_COMPILER_LAUNCHER env ${settings} ${SPRINGTIDE_CCACHE})
endif()

# Editors look for the compiler's commands beside the sources (.clangd).
if(PROJECT_IS_TOP_LEVEL AND CMAKE_BINARY_DIR MATCHES "/(release|debug)$" AND CMAKE_EXPORT_COMPILE_COMMANDS)
  file(CREATE_LINK ${CMAKE_BINARY_DIR}/compile_commands.json ${CMAKE_SOURCE_DIR}/compile_commands.json
    RESULT ignored SYMBOLIC) # a folder that cannot be written needs none
endif()

# One interface target carries every compiler flag.
add_library(springtide_flags INTERFACE)
target_include_directories(springtide_flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
target_compile_options(springtide_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Werror
  -ffp-contract=off) # the same floating-point results on every target
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 guesses these after inlining, wrongly and differently for each processor (its bug 105651, for one):
  # no build may break over them. clang and the sanitizers look after what they are meant to find.
  target_compile_options(springtide_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread
    -Wno-array-bounds -Wno-maybe-uninitialized)
endif()
# What plays whole games: a state is a few bytes that change one by one. GCC 12 gathers neighbouring ones into a vector
# to store them at once, and waits for it where they are read again; loops are still made into vectors.
add_library(springtide_playing_flags INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(springtide_playing_flags INTERFACE -fno-tree-slp-vectorize)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT SPRINGTIDE_WASM)
  # libstdc++ 12 calls a function that it has itself deprecated, in std::stable_sort.
  target_compile_options(springtide_flags INTERFACE -Wno-deprecated-declarations)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT SPRINGTIDE_WASM) # what is shipped is the same wherever it was built
  target_compile_options(springtide_flags INTERFACE
    -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. -ffile-prefix-map=${CMAKE_BINARY_DIR}=./build)
endif()
if(SPRINGTIDE_NATIVE AND NOT SPRINGTIDE_WASM)
  target_compile_options(springtide_flags INTERFACE -march=native)
endif()
if(SPRINGTIDE_SANITIZE)
  target_compile_options(springtide_flags INTERFACE -fsanitize=${SPRINGTIDE_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  # Neither sanitizer sees an index past the end of a std::array that lies inside something larger.
  target_compile_definitions(springtide_flags INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(springtide_flags INTERFACE -fsanitize=${SPRINGTIDE_SANITIZE})
endif()
find_program(SPRINGTIDE_MOLD mold)
if(SPRINGTIDE_MOLD AND NOT SPRINGTIDE_WASM)
  target_link_options(springtide_flags INTERFACE -fuse-ld=mold)
endif()
if(SPRINGTIDE_WASM)
  # Boost.JSON as headers only, from a folder that holds Boost alone: the system's other headers are not for wasm.
  set(SPRINGTIDE_BOOST_ONLY ${CMAKE_BINARY_DIR}/generated/boost_only)
  file(MAKE_DIRECTORY ${SPRINGTIDE_BOOST_ONLY})
  file(CREATE_LINK /usr/include/boost ${SPRINGTIDE_BOOST_ONLY}/boost SYMBOLIC)
  target_include_directories(springtide_flags SYSTEM INTERFACE ${SPRINGTIDE_BOOST_ONLY})
  target_compile_definitions(springtide_flags INTERFACE
    BOOST_NO_EXCEPTIONS BOOST_SYSTEM_DISABLE_THREADS BOOST_ALL_NO_LIB)
endif()
if(SPRINGTIDE_TESTS)
  enable_testing() # here, and so for the whole tree: ctest works from the build folder
endif()
