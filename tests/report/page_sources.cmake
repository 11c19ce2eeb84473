# Whether report/dist/report.html was made from report/src as it is: the page holds a digest of its
# sources (report/build.mjs), which needs no node to compute. cmake -DFOLDER=…/report -P …
file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/src/* ${FOLDER}/build.mjs ${FOLDER}/package-lock.json)
list(SORT names)
set(digests "")
foreach(name IN LISTS names)
  file(SHA256 ${FOLDER}/${name} digest)
  string(APPEND digests "${name} ${digest}\n")
endforeach()
string(SHA256 sources "${digests}")
file(STRINGS ${FOLDER}/dist/report.html found REGEX "<meta name=\"sources\" content=\"${sources}\">")
if(NOT found)
  message(FATAL_ERROR "report/dist/report.html was not made from report/src as it is: run report/build")
endif()
