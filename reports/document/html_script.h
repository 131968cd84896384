// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace npu_cts::document {

/// The script of every HTML page: search and filter of rows, cards and cases, all kept in the address
/// (`?q=…&mark=…&operator=…&product=…&release=…&mode=…&family=…&status=…`); keys (/ search, Esc clear, j and k the next
/// and last row); links to rows; copy buttons; a case's card in a panel beside the table that links to it. What is
/// shown of a filtered page are the rows that match every filter. It fetches nothing.
/// Without it the page shows everything but the list of cases, and the search field is missing.
inline constexpr std::string_view html_script = R"js(//<![CDATA[
(() => {
const at = id => document.getElementById(id), all = (query, from = document) => [...from.querySelectorAll(query)];
const find = at('find'), field = at('q'), found = at('found'), buttons = all('button[data-mark]', find);
const rows = 'tbody tr:not(.sum, article tr), article';
const items = all('main').flatMap(main => all(rows, main)).map(node => ({node, text: node.textContent.toLowerCase(), facts: {}}));
const facets = ['operator', 'product', 'release', 'mode', 'family', 'status'], values = {}, chosen = {}, others = [];
const marks = node => buttons.map(b => b.dataset.mark).filter(m => node.matches('.' + m) || node.querySelector(`td.${m}:not([hidden])`));
const panel = at('panel'), data = at('case-data'), most = 100;
let mark = '', current = -1, opener = null, cases = [];
const shown = () => all(rows, at('main')).filter(node => !node.hidden && !node.closest('section[hidden]'));
const fill = (text, ...numbers) => numbers.reduce((filled, number) => filled.replace('{}', number), text);
const anchor = id => 'case-' + [...new TextEncoder().encode(id)].map(byte => {
  const sign = String.fromCharCode(byte);
  return /[\w.-]/.test(sign) ? sign : '~' + byte.toString(16).padStart(2, '0');
}).join('');
function make(tag, parent, text = '', name = '') {
  const node = document.createElement(tag);
  node.textContent = text;
  node.className = name;
  parent.append(node);
  return node;
}

function keep() {
  const state = new URLSearchParams();
  if (field.value) state.set('q', field.value);
  if (mark) state.set('mark', mark);
  for (const facet of facets) if (chosen[facet]) state.set(facet, chosen[facet]);
  const query = state.toString();
  try { history.replaceState(null, '', (query ? '?' + query : location.pathname) + location.hash); } catch (refused) { /* a viewer without addresses */ }
}
function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean), asked = facets.filter(facet => chosen[facet]);
  const fits = (facts, marks, text) => asked.every(facet => [facts[facet]].flat().includes(chosen[facet])) &&
    (mark === '' || marks.includes(mark)) && words.every(word => text.includes(word));
  for (const {cells, product} of others) for (const cell of cells) cell.hidden = Boolean(chosen.product) && product !== chosen.product;
  for (const item of items) item.node.hidden = !fits(item.facts, chosen.product ? marks(item.node) : item.marks, item.text);
  const narrowed = words.length > 0 || mark !== '' || asked.length > 0;
  for (const section of all('main section:not(#cases)')) section.hidden = narrowed && !all(rows, section).some(node => !node.hidden);
  const found_rows = items.filter(item => !item.node.hidden).length;
  const found_cases = narrowed ? cases.filter(one => fits(one.facts, [one.mark], one.id.toLowerCase())) : [];
  list(found_cases);
  for (const link of all('#rail li a')) {
    const target = at(decodeURIComponent(link.hash.slice(1)));
    link.parentNode.hidden = target !== null && target.hidden;
  }
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.mark === mark));
  for (const select of all('select', find)) select.value = chosen[select.name] || '';
  found.textContent = narrowed ? fill(found.dataset.text, found_rows, items.length) : '';
  if (narrowed && cases.length > 0) found.textContent += ', ' + fill(found.dataset.cases, found_cases.length, cases.length);
  current = -1;
}
function list(found_cases) {
  const section = at('cases');
  if (section === null) return;
  section.hidden = found_cases.length === 0;
  const title = section.querySelector('h2');
  title.dataset.text ||= title.textContent;
  title.textContent = title.dataset.text + ' (' + found_cases.length + ')';
  const body = section.querySelector('tbody');
  body.replaceChildren();
  for (const one of found_cases.slice(0, most)) {
    const row = make('tr', body);
    make('td', row, one.word, one.mark);
    const link = make('a', make('td', row), one.id, 'id');
    link.href = '#' + anchor(one.id);
    link.case = one;
  }
  if (found_cases.length > most) make('td', make('tr', body, '', 'sum'), '+ ' + (found_cases.length - most)).colSpan = 2;
}
const inside = text => text.replaceAll("'", "'\\''");
const word_of = text => /^[\w.\/:@%+=,-]+$/.test(text) ? text : `'${inside(text)}'`;
function card_of(one) {
  const card = document.createElement('article');
  card.className = one.mark;
  const title = make('span', card, '', 'bar');
  make('span', title, one.word, 'badge ' + one.mark);
  make('span', title, one.id, 'id');
  const terms = make('dl', card);
  make('dt', terms, data.dataset.again);
  const facts = {...one.facts, id: one.id};
  make('code', make('dd', terms), data.dataset.command.replace(/%(id|product|release)%/g, (all, name) => name === 'id' ? inside(one.id) : word_of(facts[name])));
  return card;
}
function go(step) {
  const list = shown();
  if (list.length === 0) return;
  current = Math.min(Math.max(current + step, 0), list.length - 1);
  const node = list[current];
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
  for (let fold = node.closest('details'); fold; fold = fold.parentNode.closest('details')) fold.open = true;
}
function show_target() {
  const name = location.hash && decodeURIComponent(location.hash.slice(1)), target = name && at(name);
  if (target) { unfold(target); target.scrollIntoView(); return; }
  const one = name && cases.find(one => anchor(one.id) === name);
  if (one) open_panel(null, card_of(one));
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
all('main section[id]:not(#cases)').forEach(row_link);
panel.firstElementChild.addEventListener('click', close_panel);
document.addEventListener('click', event => {
  const link = event.target.closest('main td a[href^="#"], main li a[href^="#"]');
  const target = link && at(decodeURIComponent(link.hash.slice(1)));
  const card = target && target.matches('article') ? target : link && link.case && card_of(link.case);
  if (!card || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  open_panel(link, card);
});
field.addEventListener('input', () => { filter(); keep(); });
document.addEventListener('keydown', event => {
  const typing = event.target.matches && event.target.matches('input, select');
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && !panel.hidden) close_panel();
  else if (event.key === 'Escape') { field.value = ''; mark = ''; for (const facet of facets) chosen[facet] = ''; filter(); keep(); document.activeElement?.blur(); }
  else if (!typing && event.key === '/') { event.preventDefault(); field.focus(); }
  else if (!typing && event.key === 'j') go(1);
  else if (!typing && event.key === 'k') go(-1);
});
async function read_cases() {
  const bytes = Uint8Array.from(atob(data.textContent), sign => sign.charCodeAt(0));
  let stream = new Blob([bytes]).stream();
  if (data.dataset.form !== 'plain') stream = stream.pipeThrough(new DecompressionStream(data.dataset.form));
  const [targets, statuses, ...lines] = (await new Response(stream).text()).split('\n').map(line => line.split('\t'));
  const ends = statuses.map(status => status.match(/^(\w+) ([^=]+)=(.*)$/)), families = new Set(), used = new Set();
  for (const [content, codes] of lines) {
    if (!codes) continue;
    const family = content.slice(0, content.indexOf('/'));
    families.add(family);
    for (const code of codes.split(' ')) {
      const [operator, product, release, mode] = targets[parseInt(code)].split('/');
      const [, mark, status, word] = ends[code.charCodeAt(code.length - 1) - 97];
      used.add(status);
      cases.push({id: targets[parseInt(code)] + content, facts: {operator, product, release, mode, family, status}, mark, word});
    }
  }
  cases.sort((a, b) => (b.mark === 'bad') - (a.mark === 'bad'));
  facets.slice(0, 4).forEach((facet, i) => { values[facet] = [...new Set(targets.slice(1).map(target => target.split('/')[i]))].sort().map(value => [value, value]); });
  values.family = [...families].sort().map(value => [value, value]);
  values.status = ends.filter(end => used.has(end[2])).map(end => [end[2], end[3]]);
}
function add_facets() {
  const labels = data.dataset.labels.split('|'), known = facet => values[facet].map(([value]) => value);
  facets.forEach((facet, i) => {
    const label = make('label', at('facets'), labels[i] + ' '), select = make('select', label);
    select.name = facet;
    for (const [value, word] of [['', at('facets').dataset.every], ...values[facet]]) make('option', select, word).value = value;
    select.addEventListener('change', () => { chosen[facet] = select.value; filter(); keep(); });
  });
  for (const table of all('main table')) all('th', table).forEach((head, i) => {
    const product = head.textContent;
    if (known('product').includes(product)) others.push({product, cells: [head, ...all(`tbody td:nth-child(${i + 1})`, table)]});
  });
  const by_id = new Map(cases.map(one => [one.id, one]));
  for (const {node, facts} of items) {
    const name = node.matches('article') && node.querySelector('.id'), section = node.closest('main > section[id]');
    Object.assign(facts, name && by_id.get(name.textContent)?.facts);
    if (node.matches('article')) continue;
    facts.operator = section && section.id;
    facts.product = others.filter(({cells}) => cells[0].closest('table').contains(node)).map(({product}) => product);
    facets.forEach((facet, i) => {
      const cell = all('td', node).find(cell => cell.dataset.t === labels[i] && known(facet).includes(cell.textContent.trim()));
      if (cell) facts[facet] = cell.textContent.trim();
    });
  }
}
const state = new URLSearchParams(location.search);
field.value = state.get('q') || '';
mark = state.get('mark') || '';
find.hidden = items.length === 0;
filter();
addEventListener('hashchange', show_target);
if (data) read_cases().then(() => { add_facets(); for (const facet of facets) chosen[facet] = state.get(facet) || ''; filter(); }).catch(() => {}).then(show_target);
else show_target();
})();
//]]>)js";

}  // namespace npu_cts::document
