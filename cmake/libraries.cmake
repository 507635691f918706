# springtide_precompile(<target> <header>): compiles this header, with all that it includes, once for all sources of a target.
# It includes only headers that rarely change. The sources still include what they use: clang and WebAssembly compile without it.
function(springtide_precompile target header)
  if(SPRINGTIDE_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE <${header}>)
    target_compile_options(${target} PRIVATE -fpch-preprocess) # for ccache
  endif()
endfunction()

# springtide_library(<folder> SOURCES … USES …): one library per folder. One that is only headers gives no SOURCES.
# PRECOMPILED <target>: its sources use the precompiled header of this target.
function(springtide_library name)
  cmake_parse_arguments(arg "" "PRECOMPILED" "SOURCES;USES" ${ARGN})
  string(REPLACE "/" "_" target "springtide_${name}")
  if(arg_SOURCES)
    add_library(${target} STATIC ${arg_SOURCES})
    set(kind PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(kind INTERFACE)
  endif()
  target_link_libraries(${target} ${kind} springtide_flags)
  if(SPRINGTIDE_WASM AND name MATCHES "^(notation|protocol|table)$") # text is not what takes time, but what is sent
    target_compile_options(${target} PRIVATE -Oz)
  endif()
  if(name MATCHES "^(rules|bots|python/learn)$")
    target_link_libraries(${target} PRIVATE springtide_playing_flags)
  endif()
  foreach(used IN LISTS arg_USES)
    string(REPLACE "/" "_" used_target "springtide_${used}")
    target_link_libraries(${target} ${kind} ${used_target})
  endforeach()
  if(arg_PRECOMPILED AND SPRINGTIDE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${arg_PRECOMPILED})
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

# Where the sources lie, for tests that read files of theirs. Only what includes it is compiled anew for another copy of them.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/tests/source_dir.hpp
  CONTENT "#pragma once\n#define SPRINGTIDE_SOURCE_DIR \"@CMAKE_SOURCE_DIR@\"\n" @ONLY)

# springtide_test(<name> SOURCES … USES …): a test program test-<name>, which `./springtide test <name>` runs alone.
function(springtide_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;USES" ${ARGN})
  add_executable(test-${name} ${arg_SOURCES})
  target_link_libraries(test-${name} PRIVATE springtide_flags GTest::gtest_main)
  target_compile_definitions(test-${name} PRIVATE
    $<$<BOOL:${SPRINGTIDE_TEST_SLOWDOWN}>:SPRINGTIDE_TEST_SLOWDOWN=${SPRINGTIDE_TEST_SLOWDOWN}>)
  foreach(used IN LISTS arg_USES)
    string(REPLACE "/" "_" used_target "springtide_${used}")
    target_link_libraries(test-${name} PRIVATE ${used_target})
  endforeach()
  if(SPRINGTIDE_PRECOMPILE)
    target_precompile_headers(test-${name} REUSE_FROM springtide_test_headers)
    target_compile_options(test-${name} PRIVATE -fpch-preprocess)
  endif()
  add_test(NAME ${name} COMMAND test-${name})
endfunction()
