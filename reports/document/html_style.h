// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace npu_cts::document {

/// The style sheet of the HTML report: light and dark, screen and print, no outside resource.
inline constexpr std::string_view html_style = R"css(
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1c2330;--dim:#667085;--line:#e4e7ec;--head:#f2f4f7;--link:#175cd3;
--good:#067647;--good-bg:#ecfdf3;--bad:#b42318;--bad-bg:#fef3f2;--mid:#93540b;--mid-bg:#fffaeb;--code:#f2f4f7}
@media (prefers-color-scheme:dark){:root{--bg:#0f1318;--card:#171c23;--ink:#e6e9ee;--dim:#98a2b3;--line:#2b323c;--head:#1e242d;
--link:#84adff;--good:#5fdb9d;--good-bg:#0f2a1f;--bad:#ff9c92;--bad-bg:#351a19;--mid:#fdc667;--mid-bg:#332611;--code:#222933}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
[hidden]{display:none!important}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI","Noto Sans","Noto Sans CJK SC",
"PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:1280px;margin:0 auto;padding:2rem 1rem 5rem;min-width:0;width:100%}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.3rem .6rem;z-index:3}
#rail{padding:1rem 1rem 0;font-size:.9rem}
#rail ol{list-style:none;margin:.2rem 0;padding:0}#rail ol ol{display:none;padding-left:.9rem}
#rail a{display:block;padding:.12rem .3rem;overflow-wrap:anywhere}
#q{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.35rem .6rem}
#facets{display:grid;grid-template-columns:1fr 1fr;gap:.3rem .5rem;margin-top:.5rem}#facets label{color:var(--dim);font-size:.82rem;min-width:0}
select{width:100%;font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.1rem}
#cases .scroll{max-height:60vh;overflow:auto}
.marks{display:flex;flex-wrap:wrap;gap:.3rem;margin:.5rem 0 0}
button{font:inherit;font-size:.82rem;color:var(--dim);background:var(--card);border:1px solid var(--line);border-radius:99px;padding:.05rem .6rem;cursor:pointer}
button.bad{color:var(--bad)}button.doubtful{color:var(--mid)}button.good{color:var(--good)}
button[aria-pressed=true]{outline:2px solid var(--link)}
#found{margin:.4rem 0;color:var(--dim);min-height:1.4em}
.dot{display:inline-block;width:.55em;height:.55em;border-radius:9px;margin-right:.45em}
.dot.good{background:var(--good)}.dot.bad{background:var(--bad)}.dot.doubtful{background:var(--mid)}
.here{opacity:0;position:absolute;margin-left:.3em}tr:hover .here,article:hover .here,h2:hover .here,h3:hover .here,.here:focus{opacity:1}
tr:focus,article:focus{outline:2px solid var(--link);outline-offset:-2px}
@media (min-width:72rem){body{display:grid;grid-template-columns:15rem minmax(0,1fr)}
#rail{position:sticky;top:0;height:100vh;overflow-y:auto;border-right:1px solid var(--line)}#rail ol ol{display:block}
.scroll{max-height:92vh;overflow:auto}thead th{position:sticky;top:0;z-index:1}}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.35rem;margin:0 0 .6rem}h2,h3{overflow-wrap:anywhere}
h1 .badge,h2 .badge{vertical-align:.15em}
h3{font-size:1rem;margin:2rem 0 .6rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
code,pre,.id{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{background:var(--code);border-radius:4px;padding:.1em .35em;overflow-wrap:anywhere}
pre{background:var(--code);border-radius:8px;padding:.6rem .8rem;margin:.6rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
pre code{background:none;padding:0}
td:first-child code{overflow-wrap:normal}td:last-child:not([class]){overflow-wrap:anywhere}td a .id{overflow-wrap:anywhere}
.dim{color:var(--dim)}.small{font-size:.86em}td.small{min-width:7rem}
.bar{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin-bottom:.6rem}
.badge{display:inline-block;border-radius:99px;padding:.1rem .7rem;font-weight:600;font-size:.86rem;white-space:nowrap}td .badge{white-space:normal;padding:.1rem .5rem;border-radius:1rem}
.badge.good,td.good{background:var(--good-bg);color:var(--good)}
.badge.bad,td.bad{background:var(--bad-bg);color:var(--bad)}
.badge.doubtful,td.doubtful{background:var(--mid-bg);color:var(--mid)}
.badge.empty,td.empty{color:var(--dim)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:1rem 0}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere;min-width:0}
main>section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem;margin-top:1.75rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:10px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .45rem;border-top:1px solid var(--line)}
thead th{background:var(--head);border-top:0;font-weight:600;font-size:.82rem;color:var(--dim);word-break:keep-all}
tbody tr:first-child td{border-top:0}
td.n,thead th.n{text-align:right;padding:.45rem .3rem;font-variant-numeric:tabular-nums;white-space:normal}
td.score{font-variant-numeric:tabular-nums}
tr.sum td{font-weight:600;background:var(--head)}
@media (min-width:72rem) and (max-width:90rem){table{font-size:.84rem}th,td{padding:.4rem .28rem}body{grid-template-columns:14rem minmax(0,1fr)}main{padding:2rem .6rem 5rem}main>section{padding:.75rem}}
tr:target td,article:target{outline:2px solid var(--link);outline-offset:-2px}
td .spec{display:block;color:var(--dim);margin-top:.2rem}
summary{cursor:pointer;list-style:none;text-decoration:underline dotted;text-underline-offset:3px}
summary::-webkit-details-marker{display:none}
td.score details{display:inline-block;vertical-align:top}
details ul{margin:.3rem 0 .1rem;padding-left:1.1rem;color:var(--ink);max-width:30rem}
details li{overflow-wrap:anywhere}
article{border:1px solid var(--line);border-left:4px solid var(--mid);border-radius:10px;padding:.8rem 1rem;margin:.7rem 0}
article summary{text-decoration:none}article summary .bar{margin:0}article summary .bar::before{content:"▸";color:var(--dim)}
article details[open]>summary .bar::before{content:"▾"}
article.empty{border-left-color:var(--line)}
article.bad{border-left-color:var(--bad)}
article .id{font-weight:600}article .bar .id{overflow-wrap:anywhere}article p{margin:.35rem 0 0}
article dl{margin:.5rem 0 0}article .scroll{margin-top:.6rem}article td:nth-child(3){white-space:nowrap}
figure{margin:1rem 0}figcaption{color:var(--dim);font-size:.86em;margin-bottom:.4rem}
.bars{display:grid;grid-template-columns:fit-content(16rem) minmax(8rem,32rem) 1fr;gap:.25rem .8rem;align-items:center;font-size:.86rem;overflow-wrap:anywhere}
.bars svg{width:100%;height:16px}
rect.good{fill:#32a66b}rect.bad{fill:#d92d20}rect.doubtful{fill:#dc9a1c}rect.empty{fill:#98a2b3}
#panel{position:fixed;top:0;right:0;width:min(40rem,100vw);height:100vh;overflow-y:auto;padding:1rem;background:var(--card);
border-left:1px solid var(--line);box-shadow:0 0 2rem #0003;z-index:4}
@media (max-width:40rem){h1{font-size:1.3rem}.bars{grid-template-columns:minmax(0,1fr)}.bars svg+span{margin-bottom:.5rem}main{padding:1rem .75rem 3rem}main>section{padding:1rem}dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}
td .id,td:first-child code{overflow-wrap:anywhere}thead{display:none}tr{display:block;border-top:1px solid var(--line);padding:.4rem 0}
td,td.n,td.score{display:block;max-width:none;border:0;padding:.15rem .7rem;text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:0}
td.n{display:inline-block}td:empty{display:none}td::before{content:attr(data-t) ": ";color:var(--dim);font-weight:400;font-size:.86em}:lang(zh) td::before{content:attr(data-t) "："}
td:first-child::before{content:none}}
@media print{#run~section[id]{break-before:page}tr,article{break-inside:avoid}#rail,#panel,.here,.copy{display:none}body{background:#fff}main{max-width:none;padding:0}section{border:0;padding:0}.scroll{overflow:visible;max-height:none}table{font-size:.72rem}th,td{padding:.2rem .25rem}td.score{min-width:0}td .id,td code{overflow-wrap:anywhere}}
)css";

}  // namespace npu_cts::document
