# The games, one line each. Everything that must know all games (tables, bots, reviews, arena, Python, terminal screens,
# the kit of the tests, benchmarks) is made from this list: springtide_write_game_lists() writes one header for each part,
# <build>/generated/games/<part>.hpp, which includes that part of every game; games/rules.hpp also names the list as types,
# springtide::AllGames. A game that lacks a part is refused here, in words.
set(SPRINGTIDE_GAMES turn_the_tide high_tide_henn high_tide_leiman)

# The example of docs/how-to/adding-a-game.md keeps all its parts in one folder. Players do not see it, unless it is asked for; the
# test `example` has it in any case.
option(SPRINGTIDE_EXAMPLE "Build the example game Pebbles into every program" OFF)
set(SPRINGTIDE_FOLDER_OF_pebbles examples/pebbles)
if(SPRINGTIDE_EXAMPLE)
  list(APPEND SPRINGTIDE_GAMES pebbles)
endif()

# Where a game keeps its parts.
function(springtide_game_part result game part)
  set(folder ${SPRINGTIDE_FOLDER_OF_${game}})
  if(folder)
    set(file ${folder}/${part}.hpp)
  elseif(part STREQUAL "rules")
    set(file rules/${game}/rules.hpp)
  elseif(part STREQUAL "bots" OR part STREQUAL "review_model")
    set(file bots/${game}/${part}.hpp)
  elseif(part STREQUAL "screen")
    set(file cli/screens/${game}_screen.hpp)
  elseif(part STREQUAL "learn")
    set(file python/learn/${game}.hpp)
  else()
    set(file ${part}/${game}.hpp)
  endif()
  set(${result} ${file} PARENT_SCOPE)
endfunction()

# springtide_add_game_sources(<library> <part>): the sources of that part of games that have a folder of their own.
function(springtide_add_game_sources library part)
  foreach(game IN LISTS SPRINGTIDE_GAMES)
    set(file ${CMAKE_SOURCE_DIR}/${SPRINGTIDE_FOLDER_OF_${game}}/${part}.cpp)
    if(SPRINGTIDE_FOLDER_OF_${game} AND EXISTS ${file})
      target_sources(springtide_${library} PRIVATE ${file})
    endif()
  endforeach()
endfunction()

set(SPRINGTIDE_GAME_PARTS rules notation bots learn screen)
set(SPRINGTIDE_PART_MEANS_rules "the rules of the concept in core/rules.hpp")
set(SPRINGTIDE_PART_MEANS_notation "its words, GameText<State>")
set(SPRINGTIDE_PART_MEANS_bots "its bots, GameBots<State>")
set(SPRINGTIDE_PART_MEANS_learn "its actions and observations as numbers, ActionIds<State>, Features<State> and GameBounds<State>")
set(SPRINGTIDE_PART_MEANS_screen "how it looks in the terminal, GameScreen<State>")

# springtide_write_game_lists(<folder> <game> …): the headers <folder>/games/<part>.hpp.
function(springtide_write_game_lists folder)
  set(types "")
  foreach(game IN LISTS ARGN)
    foreach(part IN LISTS SPRINGTIDE_GAME_PARTS)
      springtide_game_part(file ${game} ${part})
      if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${file})
        message(FATAL_ERROR "The game ${game} lacks ${file}: ${SPRINGTIDE_PART_MEANS_${part}} (docs/how-to/adding-a-game.md)")
      endif()
      string(APPEND includes_${part} "#include \"${file}\"\n")
    endforeach()
    # Reviews of games of luck are the one part that a game may lack: then it is reviewed otherwise, or not.
    springtide_game_part(file ${game} review_model)
    if(EXISTS ${CMAKE_SOURCE_DIR}/${file})
      string(APPEND includes_review_model "#include \"${file}\"\n")
    endif()
    list(APPEND types "${game}::State")
  endforeach()
  list(JOIN types ", " types)
  set(written "// Written by cmake/games.cmake.\n#pragma once\n\n")
  set(list "\n#include \"core/game_list.hpp\"\n\nnamespace springtide {\nusing AllGames = GameList<${types}>;\n}\n")
  file(CONFIGURE OUTPUT ${folder}/games/rules.hpp CONTENT "${written}${includes_rules}${list}" @ONLY)
  foreach(part notation bots review_model learn screen)
    file(CONFIGURE OUTPUT ${folder}/games/${part}.hpp
      CONTENT "${written}${includes_${part}}#include \"games/rules.hpp\"\n" @ONLY)
  endforeach()
endfunction()

# springtide_write_rules_texts(<folder> <game> …): the header <folder>/cli/rules_texts.hpp, from which the command `rules` of the
# terminal tells what docs/rules says.
function(springtide_write_rules_texts folder)
  list(LENGTH ARGN SPRINGTIDE_RULES_COUNT)
  set(SPRINGTIDE_RULES_TEXTS "")
  foreach(game IN LISTS ARGN)
    set(file ${CMAKE_SOURCE_DIR}/docs/rules/${game}.md)
    if(SPRINGTIDE_FOLDER_OF_${game})
      set(file ${CMAKE_SOURCE_DIR}/${SPRINGTIDE_FOLDER_OF_${game}}/rules.md)
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    string(APPEND SPRINGTIDE_RULES_TEXTS "{\"${game}\", R\"RULES(${text})RULES\"},\n")
  endforeach()
  configure_file(${CMAKE_SOURCE_DIR}/cli/rules_texts.hpp.in ${folder}/cli/rules_texts.hpp @ONLY)
endfunction()

springtide_write_game_lists(${CMAKE_BINARY_DIR}/generated ${SPRINGTIDE_GAMES})
