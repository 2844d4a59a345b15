# The sources of the programs assimp-md2 and md2-maker that both have: their command line, which needs no Assimp, and
# their jobs.
set(batch ${CMAKE_CURRENT_LIST_DIR})
set(batch_command_line ${batch}/command_line.cpp ${batch}/process_posix.cpp ${batch}/process_windows.cpp)
set(batch_jobs ${batch}/job_files.cpp ${batch}/plan.cpp ${batch}/run_jobs.cpp ${batch}/work_on_batch.cpp)
# This source includes windows.h; see plugin/importer.
set_source_files_properties(${batch}/process_windows.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
