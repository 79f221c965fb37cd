// The style of the page: light and dark, one column with an outline beside it if it fits, everything unfolded in print. No element
// has inline styles, so that the content security policy can forbid them.

export const PAGE_STYLE: string = `
:root{color-scheme:light;--back:#fbfaf8;--card:#fff;--line:#e4e0d9;--text:#23211e;--dim:#6f6a62;--accent:#b0522d;--link:#1b5fb0;--good:#22783c;--bad:#b3261e;--code:#f4f2ee;--person:#f3ede4;--added:#e2f4e5;--removed:#fbe6e4;--mark:#ffe08a;--now:#ff9f43;--agent:#8b6bb5;--key:#7b2d8e;--string:#1c6632;--comment:#67625a;--number:#8f4300;--title:#17529b;--type:#0b6270}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;--back:#171614;--card:#1e1d1a;--line:#35322d;--text:#e8e4dc;--dim:#9c958a;--accent:#e08a5f;--link:#82b4f0;--good:#6cc287;--bad:#f28b82;--code:#262420;--person:#2a2620;--added:#1c3323;--removed:#3d2220;--mark:#6b5613;--now:#b8651b;--agent:#b79be0;--key:#dba6ea;--string:#9ad29f;--comment:#a8a196;--number:#e9b47d;--title:#93c0f4;--type:#82cfd7}}
:root[data-theme=dark]{color-scheme:dark;--back:#171614;--card:#1e1d1a;--line:#35322d;--text:#e8e4dc;--dim:#9c958a;--accent:#e08a5f;--link:#82b4f0;--good:#6cc287;--bad:#f28b82;--code:#262420;--person:#2a2620;--added:#1c3323;--removed:#3d2220;--mark:#6b5613;--now:#b8651b;--agent:#b79be0;--key:#dba6ea;--string:#9ad29f;--comment:#a8a196;--number:#e9b47d;--title:#93c0f4;--type:#82cfd7}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
code,pre,.diff,.brief{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em}
.bar{position:sticky;top:0;z-index:2;display:flex;gap:1rem;align-items:center;padding:.5rem 1rem;background:var(--card);border-bottom:1px solid var(--line)}
.bar .title{flex:1;min-width:4rem;color:inherit;text-decoration:none;font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.tools{display:flex;gap:.35rem;align-items:center}
.tools[hidden]{display:none}
#search{width:13rem;padding:.3rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:var(--back);color:inherit;font:inherit;font-size:.9rem}
#hits{min-width:4.5rem;color:var(--dim);font-size:.8rem;text-align:right;white-space:nowrap}
button{padding:.3rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:var(--back);color:inherit;font:inherit;font-size:.85rem;cursor:pointer;white-space:nowrap}
button:hover:not(:disabled){border-color:var(--dim)}
button:disabled{opacity:.45;cursor:default}
:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.layout{display:grid;grid-template-columns:minmax(0,1fr);max-width:80rem;margin:0 auto;padding:1.25rem 1rem 4rem;gap:2rem}
@media (min-width:68rem){.layout{grid-template-columns:17rem minmax(0,1fr)}.outline{position:sticky;top:4.25rem;align-self:start;max-height:calc(100vh - 5.5rem);overflow:auto}}
.outline{font-size:.86rem;line-height:1.4}
.outline ol,.outline ul{list-style:none;margin:0;padding:0}
.outline a{padding:0 .5rem;border:solid transparent;border-width:.22rem 0;border-radius:.35rem;color:inherit;text-decoration:none;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.outline a[aria-current]{background:var(--code);box-shadow:inset 3px 0 var(--accent)}
.outline a:hover{background:var(--code)}
.outline b{color:var(--dim);font-weight:600;margin-right:.15rem}
.outline small{color:var(--dim)}
.outline .tree{margin-left:.75rem;border-left:2px solid var(--line);padding-left:.25rem}
.outline .tree a::before{content:"◆";color:var(--agent);font-size:.6rem;margin-right:.4rem;vertical-align:.1em}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 1rem}
dl{margin:0}
dl.figures{display:flex;flex-wrap:wrap;gap:.6rem}
dl.figures div{padding:.5rem .8rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
dt{color:var(--dim);font-size:.75rem;letter-spacing:.02em}
dd{margin:0}
dl.figures dd{font-weight:600;font-variant-numeric:tabular-nums}
dl.facts{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;margin-top:.9rem;font-size:.85rem}
.more{margin-top:.9rem;font-size:.85rem}
.more summary{color:var(--dim);cursor:pointer}
.tables{align-items:flex-start;display:flex;flex-wrap:wrap;gap:1rem;margin-top:.5rem;overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .7rem;border:1px solid var(--line);text-align:left;vertical-align:top}
th{background:var(--code);font-weight:600}
.tables th,.tables td{white-space:nowrap;overflow-wrap:normal}
.tables table{display:block;max-width:100%;overflow-x:auto}
.prose .wide th,.prose .wide td{overflow-wrap:break-word}
.tables td+td,.tables th+th,.right{text-align:right}
.center{text-align:center}
.turn{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line)}
.turn>h2{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:baseline;justify-content:space-between;margin:0 0 .8rem;font-size:1rem}
h2 a,.agent-head a{color:inherit;text-decoration:none}
h2 a:hover,.agent-head a:hover{text-decoration:underline}
span.figures{color:var(--dim);font-size:.82rem;font-weight:400;font-variant-numeric:tabular-nums}
.message,.call,.thinking,.data,.turn>.note,figure{margin:.7rem 0}
.turn>.message,.turn>details,.turn>figure,.agent>.message,.agent>details{content-visibility:auto;contain-intrinsic-size:auto 3rem}
.at{margin-left:.6rem;color:var(--dim);font-weight:400;text-decoration:none;font-variant-numeric:tabular-nums}
.at:hover{text-decoration:underline}
summary .at{flex:none;margin-left:0;font-size:.8rem;visibility:hidden}
summary:hover .at,summary .at:focus-visible{visibility:visible}
.changed{flex:none;display:flex;gap:.35rem;font-size:.8rem;font-variant-numeric:tabular-nums}
.gone{color:var(--bad)}
.fields div{display:flex;gap:.8rem;padding:.1rem 0}
.fields dt{flex:none;width:8.5rem;font-size:.82rem}
.fields dd{min-width:0;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.84rem}
.block{position:relative}
.copy{position:absolute;top:.35rem;right:.4rem;padding:.15rem .5rem;font-size:.75rem;background:var(--card)}
.who{color:var(--dim);font-size:.75rem;font-weight:600;margin-bottom:.1rem}
.person{padding:.65rem .9rem;background:var(--person);border-radius:.6rem}
.system,.task{padding:.3rem 0 .3rem .8rem;border-left:3px solid var(--line);color:var(--dim);font-size:.92em}
.model .who{color:var(--accent)}
.prose>:first-child,.prose li>:first-child,blockquote>:first-child{margin-top:0}
.prose>:last-child,.prose li>:last-child,blockquote>:last-child{margin-bottom:0}
.prose p,.prose ul,.prose ol,.prose .block,.prose pre.plain,.prose .wide,.prose blockquote{margin:.6rem 0}
.prose h3,.prose h4,.prose h5,.prose h6{margin:1.1rem 0 .4rem;line-height:1.3}
.prose h3{font-size:1.2rem}.prose h4{font-size:1.08rem}.prose h5,.prose h6{font-size:1rem}
.prose ul,.prose ol{padding-left:1.5rem}
.prose .task{list-style:none;margin-left:-1.2rem;padding:0;border:0;color:inherit;font-size:1em}
.prose code{padding:.1em .3em;background:var(--code);border-radius:.25rem}
.prose pre code{padding:0;background:none}
.prose .wide{overflow-x:auto}
blockquote{margin-left:0;padding-left:.9rem;border-left:3px solid var(--line);color:var(--dim)}
pre{margin:0;white-space:pre-wrap;tab-size:4}
pre.code{padding:.6rem .8rem;background:var(--code);border-radius:.4rem;max-height:34rem;overflow:auto;line-height:1.45}
pre.code code{font-size:1em}
pre.code[data-language]::before{content:attr(data-language);float:right;color:var(--dim);font-size:.72rem}
pre.plain{font-size:.9em}
code i,.hunk span i{font-style:normal}
code .k,.hunk .k{color:var(--key)}code .s,.hunk .s{color:var(--string)}code .c,.hunk .c{color:var(--comment)}code .n,.hunk .n{color:var(--number)}code .f,.hunk .f{color:var(--title)}code .t,.hunk .t{color:var(--type)}code .m,.hunk .m{color:var(--comment)}
pre.bad{box-shadow:inset 3px 0 var(--bad)}
.source,.address{color:var(--dim)}
.cut{color:var(--dim);font-style:italic;font-size:.85rem}
.note{color:var(--dim);font-size:.85rem;text-align:center}
.summary .note{text-align:left}
.note.bad{color:var(--bad)}
.failure{margin:.8rem 0;padding:.6rem .9rem;border:1px solid var(--bad);border-radius:.5rem;color:var(--bad)}
summary{cursor:pointer}
.call,.thinking,.data{border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
.call>summary,.thinking>summary,.data>summary{display:flex;gap:.55rem;align-items:baseline;padding:.38rem .75rem;list-style:none;border-radius:.5rem}
.call>summary::-webkit-details-marker,.thinking>summary::-webkit-details-marker,.data>summary::-webkit-details-marker{display:none}
.call>summary::after,.thinking>summary::after,.data>summary::after{content:"›";flex:none;width:.7em;color:var(--dim);text-align:center}
.call[open]>summary::after,.thinking[open]>summary::after,.data[open]>summary::after{rotate:90deg}
.call>summary:hover,.thinking>summary:hover,.data>summary:hover{background:var(--code)}
summary .name{font-weight:600;font-size:.9rem;white-space:nowrap;max-width:50%;overflow:hidden;text-overflow:ellipsis;flex:none}
.brief{flex:1;min-width:0;color:var(--dim);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.time,.failed{flex:none;color:var(--dim);font-size:.8rem;font-variant-numeric:tabular-nums}
.failed{color:var(--bad)}
.sign{flex:none;width:1em;text-align:center;font-weight:700}
.good{color:var(--good)}.sign.bad{color:var(--bad)}.dim{color:var(--dim)}
.thinking{background:none;border-style:dashed}
.thinking .name{color:var(--dim);font-weight:400;font-style:italic}
.thinking .brief{font-family:inherit;font-style:italic}
.thinking[open] .brief{visibility:hidden}
.data .name{flex:1}
.thinking>.prose{padding:.2rem .9rem .8rem;color:var(--dim)}
.data>.block{margin:0 .75rem .75rem}
.parts{padding:.1rem .75rem .75rem}
.part+.part{margin-top:.7rem}
.label{margin-bottom:.2rem;color:var(--dim);font-size:.75rem;font-weight:600}
.diff{border-radius:.4rem;background:var(--code);padding:.35rem 0;line-height:1.45;max-height:34rem;overflow:auto}
.hunk+.hunk{margin-top:.35rem;border-top:1px dashed var(--line);padding-top:.35rem}
.hunk div{display:flex}
.hunk div>i{flex:none;width:3.2em;padding-right:.6em;color:var(--dim);font-style:normal;text-align:right;user-select:none}
.hunk b{flex:none;width:1.4em;font-weight:400;text-align:center}
.hunk span{white-space:pre-wrap;min-width:0;padding-right:.6em;tab-size:4}
.added{background:var(--added)}.removed{background:var(--removed)}
.added b{color:var(--good)}.removed b{color:var(--bad)}
.items{list-style:none;margin:0;padding:0;font-size:.92rem}
.items .done{color:var(--dim)}
.started{margin:.7rem 0}
.started>.call{margin:0}
.agent{margin:.25rem 0 0 .95rem;padding:.15rem 0 .15rem 1rem;border-left:3px solid var(--agent);font-size:.97em}
.agent-head{display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline;margin:.35rem 0;font-size:.95rem}
.agent-head a::before{content:"◆";color:var(--agent);font-size:.7em;margin-right:.45rem;vertical-align:.12em}
:target{animation:seen 1.6s}
@keyframes seen{from{background:var(--mark)}}
img{max-width:100%;max-height:32rem;border:1px solid var(--line);border-radius:.4rem}
figure{margin-left:0;margin-right:0}
mark{background:var(--mark);color:inherit;border-radius:.15rem}
mark.current{background:var(--now);outline:2px solid var(--now)}
footer{margin-top:3rem;color:var(--dim);font-size:.8rem}
@media (max-width:48rem){.bar{flex-wrap:wrap;gap:.4rem}.bar .title{flex-basis:100%}.tools{flex:1;flex-wrap:wrap}#search{flex:1;min-width:7rem}#hits:empty{display:none}.outline{max-height:14rem;overflow:auto;border:1px solid var(--line);border-radius:.5rem;padding:.4rem}.agent{margin-left:.3rem;padding-left:.6rem}.fields div{flex-direction:column;gap:0}.fields dt{width:auto}.hunk div>i{width:2.4em;padding-right:.4em}.hunk div>i:first-child,.hunk .removed>i+i{display:none}.hunk .removed>i:first-child{display:block}}
@media (prefers-reduced-motion:reduce){:target{animation:none}}
@media print{.at,.copy{display:none}:root,:root[data-theme]{color-scheme:light;--back:#fff;--card:#fff;--line:#ccc;--text:#000;--dim:#555;--accent:#8a3c1c;--link:#123f7a;--good:#1b6130;--bad:#941f18;--code:#f5f5f5;--person:#f2f2f2;--added:#e6f5e9;--removed:#fbe9e7;--mark:#ffe08a;--now:#ffe08a;--agent:#6b4d94;--key:#5f1f70;--string:#17532a;--comment:#555;--number:#743600;--title:#123f7a;--type:#084f5a}body{font-size:10.5pt}.bar,.outline,footer{display:none}.layout{display:block;max-width:none;padding:0}.turn>.message,.turn>details,.turn>figure,.agent>.message,.agent>details{content-visibility:visible}details::details-content{content-visibility:visible;block-size:auto}pre.code,.diff{max-height:none;overflow:visible}summary::after{display:none}.brief{white-space:normal}.turn>h2,.agent-head,summary,.label{break-after:avoid}.hunk div,figure,tr{break-inside:avoid}.added,.removed,.person,mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
