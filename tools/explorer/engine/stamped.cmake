# What an exported page and its engine.js must have in common; each of the two bears a hash of these files' hashes.
set(STAMPED answers.cpp book_columns.cpp game_json.cpp pair_matrix.cpp request.cpp tasks.cpp
            engine/client.js engine/module.cpp engine/worker.js)
list(TRANSFORM STAMPED PREPEND ${CMAKE_CURRENT_LIST_DIR}/../)
