# Run by cpack before it packs: Debian packages have their man pages and changelogs compressed.
file(GLOB_RECURSE files ${CPACK_TEMPORARY_DIRECTORY}/*/changelog ${CPACK_TEMPORARY_DIRECTORY}/*/*.1)
if(files)
    execute_process(COMMAND gzip --best --no-name ${files} COMMAND_ERROR_IS_FATAL ANY)
endif()
