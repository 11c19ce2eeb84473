# heddle_together(TARGET COUNT): compiles COUNT files of a target at a time, as if they were one
# (HEDDLE_UNITY): for files that spend their time on the same headers. Names in their unnamed
# namespaces must differ.
function(heddle_together target count)
  if(HEDDLE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
  endif()
endfunction()
# heddle_apart(FILE...): not together with others, for example since it is generated and changes by
# itself.
function(heddle_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
