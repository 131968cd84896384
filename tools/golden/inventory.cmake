# SPDX-License-Identifier: Apache-2.0
# Writes the inventory of a page into a spec in SCRATCH with PROGRAM, and again after the page has changed: what a person said
# of a sentence stays.
file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${SOURCE}/unsound/ DESTINATION ${SCRATCH}/spec)
file(MAKE_DIRECTORY ${SCRATCH}/spec/documents ${SCRATCH}/pages)
set(inventory ${SCRATCH}/spec/documents/halve.yaml)
file(WRITE ${inventory} "operator: halve\nstatements: []\n")

function(take_inventory page)
  file(WRITE ${SCRATCH}/pages/d1.md "${page}")
  execute_process(COMMAND ${PROGRAM} --op halve --prefix hlv --documents ${SCRATCH}/pages --spec ${SCRATCH}/spec --write
    RESULT_VARIABLE got OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT got EQUAL 0 OR NOT said MATCHES "documents/halve.yaml\n$")
    message(FATAL_ERROR "exit code ${got}, or the file is not named:\n${said}")
  endif()
endfunction()

function(expect_words count words)
  file(READ ${inventory} text)
  string(REGEX MATCHALL "${words}" found "${text}")
  list(LENGTH found got)
  if(NOT got EQUAL count)
    message(FATAL_ERROR "'${words}' stands there ${got} times and not ${count}:\n${text}")
  endif()
endfunction()

take_inventory("# halve\n\n## Function\n\nHalves x.\n")
expect_words(1 "disposition: encoded")
file(READ ${inventory} text)
string(REPLACE "disposition: encoded" "disposition: informative" text "${text}")
file(WRITE ${inventory} "${text}")
take_inventory("# halve\n\n## Function\n\nHalves x. Rounds down.\n")
expect_words(1 "disposition: informative")
expect_words(1 "disposition: encoded")
