# SPDX-License-Identifier: Apache-2.0
# Runs the script of a report in headless Chromium: search, filter, address, keys, and no complaint on the console. The page is
# the one that tarball_test.cmake made in the build tree BUILD. Without Chromium the test is skipped.
find_program(chromium NAMES chromium chromium-browser google-chrome)
if(NOT chromium)
  message("skipped: no Chromium here; apt-get install chromium")
  return()
endif()
set(folder "${BUILD}/tarball/page")
file(REMOVE_RECURSE "${folder}")
file(READ "${BUILD}/tarball/root/tmp/report/report.html" page)

# open(NAME ADDRESS ACTIONS PATTERN): opens the page at ADDRESS, runs ACTIONS in it, and matches what they leave in the title.
function(open name address actions pattern)
  string(REPLACE "</body>" "<script>${actions}</script></body>" text "${page}")
  file(WRITE "${folder}/${name}.html" "${text}")
  execute_process(COMMAND "${chromium}" --headless --no-sandbox --disable-gpu --enable-logging=stderr "--user-data-dir=${folder}/profile"
    --virtual-time-budget=5000 --dump-dom "file://${folder}/${name}.html${address}" TIMEOUT 120
    OUTPUT_VARIABLE dom ERROR_VARIABLE log RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "Chromium ends with ${code}: ${log}")
  endif()
  if(log MATCHES "CONSOLE[^\n]*")
    message(FATAL_ERROR "${name}: the page complains: ${CMAKE_MATCH_0}")
  endif()
  string(REGEX MATCH "<title>[^<]*</title>" title "${dom}")
  if(NOT title MATCHES "${pattern}")
    message(FATAL_ERROR "${name}: the title is ${title}, not ${pattern}")
  endif()
endfunction()

set(shown "[...document.querySelectorAll('main tbody tr:not(.sum, article tr)')].filter(row => !row.hidden).length")
set(key "const press = key => (document.activeElement || document).dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));")
open(whole "" "document.title = ${shown} > 50 ? 'whole' : 'cut'" "whole")
open(search "?q=axis.inside" "document.title = ${shown} + ' ' + document.getElementById('found').textContent" ">[1-9][0-9]? [1-9][0-9]? of [0-9]+ rows<")
open(nothing "?q=no-such-word" "document.title = ${shown}" ">0<")
open(mark "?mark=good" "document.title = [...document.querySelectorAll('main tbody tr:not(.sum, article tr)')].every(row => row.hidden !== !!row.querySelector('td.good'))" ">true<")
open(typed "" "const field = document.getElementById('q'); field.value = 'axis.inside'; field.dispatchEvent(new Event('input')); document.title = location.search + ' ' + ${shown}" "q=axis.inside [1-9][0-9]?<")
open(keys "?q=axis.inside" "${key} press('j'); const first = document.activeElement.textContent; press('/'); const typing = document.activeElement.id; press('Escape'); document.title = first.includes('axis.inside') + ' ' + typing + ' ' + (${shown} > 50)" ">true q true<")
open(place "#npu_quant_scatter_~2frules" "addEventListener('load', () => { document.title = document.querySelector('section:target > h3').textContent; })" "Rules")
open(panel "" "${key} const link = document.createElement('a'); link.href = '#run'; document.querySelector('main td').append(link); link.click(); const panel = document.getElementById('panel'); const opened = !panel.hidden && panel.querySelector('article dl') !== null; press('Escape'); document.title = opened + ' ' + panel.hidden" ">true true<")
open(folded "#case-none" "${key} const card = document.createElement('article'); card.id = 'case-a'; card.innerHTML = '<details><summary>t</summary><dl><dt>c</dt><dd><code>npu-cts run a</code></dd></dl></details>'; document.querySelector('main').append(card); const link = document.createElement('a'); link.href = '#case-a'; document.querySelector('main td').append(link); link.click(); const panel = document.getElementById('panel'); const inside = panel.querySelector('details').open && panel.querySelector('button.copy') !== null; document.title = inside + ' ' + card.firstChild.open" ">true false<")
open(commands "" "document.title = [...document.querySelectorAll('main section dd code')].filter(code => code.textContent.startsWith('npu-cts run ')).every(code => code.nextElementSibling && code.nextElementSibling.matches('button.copy'))" ">true<")
open(charts "" "document.title = [...document.querySelectorAll('main svg')].every(svg => svg.querySelector('rect') && svg.getAttribute('aria-label')) && document.querySelectorAll('main svg').length > 1" ">true<")
# Filters: typed into the address and chosen with the mouse, they show the same, and the address keeps them. The list of cases is
# packed, so that an action waits for it.
set(count "document.querySelectorAll('#cases tbody tr:not(.sum)').length + ' ' + document.getElementById('found').textContent")
set(later "const later = act => { const wait = () => document.querySelector('#facets select') ? act() : setTimeout(wait, 10); wait(); };")
set(choose "const choose = (name, value) => { const select = document.querySelector('#facets [name=' + name + ']'); select.value = value; select.dispatchEvent(new Event('change')); };")
set(every_facet "operator=npu_quant_scatter_&product=atlas_a2&release=26.1.0&mode=eager&family=negative&status=pass")
open(facets "?${every_facet}" "${later} later(() => { document.title = ${count}; })" ">[1-9][0-9]* [0-9]+ of [0-9]+ rows, [1-9][0-9]* of [1-9][0-9]* cases<")
open(no_facet "?status=crash" "${later} later(() => { document.title = document.getElementById('cases').hidden + ' ' + ${shown}; })" ">true 0<")
open(chosen "" "${later} ${choose} later(() => { for (const [name, value] of new URLSearchParams('${every_facet}')) choose(name, value); document.title = location.search + ' ' + ${count}; })"
  "[?]operator=npu_quant_scatter_&amp;product=atlas_a2&amp;release=26.1.0&amp;mode=eager&amp;family=negative&amp;status=pass [1-9][0-9]* ")
open(listed "?family=negative&status=pass" "${key} ${later} later(() => { document.querySelector('#cases td a').click(); const panel = document.getElementById('panel'); const command = panel.querySelector('dd code').textContent; press('Escape'); press('Escape'); document.title = command + ' ' + location.search + document.getElementById('cases').hidden; })"
  ">npu-cts run 'npu_quant_scatter_/atlas_a2/26.1.0/eager/negative/[^']*' --driver reference --product atlas_a2 --release 26.1.0 true<")
message("the page's script: fifteen ways of use, each as it should be")
