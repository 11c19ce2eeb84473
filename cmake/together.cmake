# heddle_together(TARGET COUNT): compiles COUNT files of a target at a time as a unity build
# (HEDDLE_UNITY), for files whose compile time is dominated by the same headers. Names in their
# unnamed namespaces must differ.
function(heddle_together target count)
  if(HEDDLE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
  endif()
endfunction()
# heddle_apart(FILE...): excludes files from unity builds, for example generated files, which change
# on their own.
function(heddle_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
