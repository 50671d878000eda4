/** The style of the page: a light and a dark palette, and a layout that fits a phone. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f6f6f8; --card: #fff; --text: #1b1c20; --quiet: #54565e; --line: #d5d6dc; --code: #eff0f4;
  --link: #174ea6; --high: #b3261e; --medium: #8a4b00; --low: #47506b; --badge: #fff;
  --good: #1e6b34; --differs: #fdf0d5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #121316; --card: #1b1c21; --text: #e7e7ea; --quiet: #b2b4bd; --line: #3a3c45; --code: #26282f;
    --link: #a8c7fa; --high: #ff9c94; --medium: #ffc069; --low: #b9c2de; --badge: #17181c;
    --good: #8fd8a4; --differs: #40341a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2rem 0 .75rem; font-size: 1.2rem; }
h3 { margin: .75rem 0 .25rem; font-size: .95rem; }
p { margin: .25rem 0 .5rem; }
a { color: var(--link); }
ul, ol { margin: .25rem 0; padding-left: 1.25rem; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; }
code { padding: .05rem .25rem; border-radius: .25rem; background: var(--code); unicode-bidi: isolate; }
pre {
  margin: .25rem 0 .5rem; padding: .5rem .65rem; max-height: 22rem; overflow: auto; border-radius: .35rem;
  background: var(--code); white-space: pre-wrap; unicode-bidi: plaintext;
}
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
summary { cursor: pointer; }
.card, .finding { margin: .75rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); overflow: clip; }
.alert { border-left: .35rem solid var(--high); }
.quiet { color: var(--quiet); font-size: .875rem; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; margin: .75rem 0; padding: 0; }
.facts dt { color: var(--quiet); font-size: .8rem; }
.facts dd { margin: 0; font-weight: 600; }
.facts .big { font-size: 1.35rem; line-height: 1.3; }
progress { width: 8rem; max-width: 100%; height: .6rem; accent-color: var(--good); }
.badge { display: inline-block; min-width: 4.2rem; padding: 0 .45rem; border-radius: .25rem; color: var(--badge); text-align: center; font-size: .8rem; font-weight: 600; }
.high { background: var(--high); } .medium { background: var(--medium); } .low { background: var(--low); }
.index { padding: .25rem 1rem; list-style: none; }
.index li { padding: .35rem 0; border-top: 1px solid var(--line); }
.index a { text-decoration: none; }
.index a:hover { text-decoration: underline; }
.index li:first-child { border-top: 0; }
.finding > summary { font-weight: 600; }
.timeline { margin: 1rem 0; padding: 0; list-style: none; }
.timeline > li { position: relative; padding: 0 0 1rem 1.4rem; border-left: 2px solid var(--line); margin-left: .35rem; }
.timeline > li:last-child { padding-bottom: 0; }
li > h3 { margin-top: 0; }
.timeline > li::before {
  content: ""; position: absolute; left: -.45rem; top: .3rem; width: .75rem; height: .75rem; border-radius: 50%;
  border: 2px solid var(--quiet); background: var(--card);
}
.timeline > li.turn::before { border-color: var(--high); background: var(--high); }
.call { margin: .2rem 0; }
.call.varied { padding: .15rem .5rem; border-left: .25rem solid var(--high); background: var(--differs); }
.call > *:not(summary), .fold > *:not(summary) { margin-left: 1rem; }
table { width: 100%; margin: .5rem 0; border-collapse: collapse; table-layout: fixed; font-size: .875rem; }
caption { padding: .25rem 0; text-align: left; font-weight: 600; }
th, td { padding: .3rem .4rem; border: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { font-weight: 600; background: var(--code); }
tr.differs td { background: var(--differs); }
.fold > table { width: calc(100% - 1rem); }
.variants { display: grid; grid-template-columns: auto 1fr; gap: .15rem .75rem; margin: .25rem 0; }
.variants dt { color: var(--quiet); } .variants dd { margin: 0; }
.rules { margin: 0; }
.rules dt { font-weight: 600; } .rules dd { margin: 0 0 .4rem; }
@media print { body { max-width: none; } }
`;
