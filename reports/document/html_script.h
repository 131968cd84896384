// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace npu_cts {

/// The script of every HTML page: search and filter of rows and cards, both kept in the address (`?q=…&mark=…`); keys
/// (/ search, Esc clear, j and k the next and last row); links to rows; copy buttons; a case's card in a panel beside
/// the table that links to it. It fetches nothing. Without it the page shows everything, and only the search field is
/// missing.
inline constexpr std::string_view html_script = R"js(//<![CDATA[
(() => {
const at = id => document.getElementById(id), all = (query, from = document) => [...from.querySelectorAll(query)];
const find = at('find'), field = at('q'), found = at('found'), buttons = all('button[data-mark]', find);
const items = all('main tbody tr:not(.sum, article tr), main article').map(node => ({node, text: node.textContent.toLowerCase()}));
const marks = node => buttons.map(b => b.dataset.mark).filter(m => node.matches('.' + m) || node.querySelector('td.' + m));
const panel = at('panel');
let mark = '', current = -1, opener = null;
const shown = () => items.filter(item => !item.node.hidden);

function keep() {
  const state = new URLSearchParams();
  if (field.value) state.set('q', field.value);
  if (mark) state.set('mark', mark);
  const query = state.toString();
  try { history.replaceState(null, '', (query ? '?' + query : location.pathname) + location.hash); } catch (refused) { /* a viewer without addresses */ }
}
function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of items) {
    item.node.hidden = !words.every(word => item.text.includes(word)) || (mark !== '' && !item.marks.includes(mark));
  }
  const narrowed = words.length > 0 || mark !== '';
  for (const section of all('main section')) {
    const held = all('tbody tr:not(.sum, article tr), article', section);
    section.hidden = narrowed && !held.some(node => !node.hidden);
  }
  for (const link of all('#rail li a')) {
    const target = at(decodeURIComponent(link.hash.slice(1)));
    link.parentNode.hidden = target !== null && target.hidden;
  }
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.mark === mark));
  found.textContent = narrowed ? found.dataset.text.replace('{}', shown().length).replace('{}', items.length) : '';
  current = -1;
}
function go(step) {
  const list = shown();
  if (list.length === 0) return;
  current = Math.min(Math.max(current + step, 0), list.length - 1);
  const node = list[current].node;
  node.tabIndex = -1;
  node.focus({preventScroll: true});
  node.scrollIntoView({block: 'center'});
}
function copy_button(code) {
  const button = document.createElement('button');
  button.textContent = find.dataset.copy;
  button.className = 'copy';
  button.addEventListener('click', () => navigator.clipboard.writeText(code.textContent).then(() => { button.textContent = '✓'; }));
  code.after(' ', button);
}
function close_panel() {
  panel.hidden = true;
  if (opener) opener.focus();
}
function open_panel(link, article) {
  const shown = article.cloneNode(true);
  for (const node of [shown, ...all('[id]', shown)]) node.removeAttribute('id');
  unfold(shown);
  for (const code of all('dd code', shown)) if (code.nextElementSibling) code.nextElementSibling.remove();
  for (const code of all('dd code', shown)) copy_button(code);
  panel.lastElementChild.replaceChildren(shown);
  panel.hidden = false;
  opener = link;
  panel.focus();
}
function unfold(node) {
  if (node.matches('article')) for (const fold of all('details', node)) fold.open = true;
}
function show_target() {
  const target = location.hash && at(decodeURIComponent(location.hash.slice(1)));
  if (target) { unfold(target); target.scrollIntoView(); }
}
function row_link(node) {
  const link = document.createElement('a');
  link.href = '#' + node.id;
  link.className = 'here';
  link.textContent = '#';
  link.setAttribute('aria-label', '#' + node.id);
  (node.querySelector('td, .bar, h2, h3, h4') || node).append(' ', link);
}

for (const item of items) item.marks = marks(item.node);
for (const button of buttons) {
  const count = items.filter(item => item.marks.includes(button.dataset.mark)).length;
  button.hidden = count === 0;
  button.append(' ' + count);
  button.addEventListener('click', () => { mark = mark === button.dataset.mark ? '' : button.dataset.mark; filter(); keep(); });
}
for (const code of all('dd code')) if (code.closest('article') || code.textContent.startsWith('npu-cts ')) copy_button(code);
for (const item of items) if (item.node.id) row_link(item.node);
all('main section[id]').forEach(row_link);
panel.firstElementChild.addEventListener('click', close_panel);
document.addEventListener('click', event => {
  const link = event.target.closest('main td a[href^="#"], main li a[href^="#"]');
  const target = link && at(decodeURIComponent(link.hash.slice(1)));
  if (!target || !target.matches('article') || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  open_panel(link, target);
});
field.addEventListener('input', () => { filter(); keep(); });
document.addEventListener('keydown', event => {
  const typing = event.target === field;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && !panel.hidden) close_panel();
  else if (event.key === 'Escape') { field.value = ''; mark = ''; filter(); keep(); field.blur(); }
  else if (!typing && event.key === '/') { event.preventDefault(); field.focus(); }
  else if (!typing && event.key === 'j') go(1);
  else if (!typing && event.key === 'k') go(-1);
});
const state = new URLSearchParams(location.search);
field.value = state.get('q') || '';
mark = state.get('mark') || '';
find.hidden = items.length === 0;
filter();
addEventListener('hashchange', show_target);
show_target();
})();
//]]>)js";

}  // namespace npu_cts
