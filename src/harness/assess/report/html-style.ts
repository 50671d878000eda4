/** The style of the page: light and dark, a phone's width, and one or two printed pages. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #fff; --text: #1b1c20; --quiet: #54565e; --line: #d5d6dc; --code: #eff0f4;
  --violated: #b3261e; --attention: #8a4b00; --none: #54565e; --shown: #1e6b34; --badge: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16171b; --text: #e7e7ea; --quiet: #b2b4bd; --line: #3a3c45; --code: #26282f;
    --violated: #ff9c94; --attention: #ffc069; --none: #b9c2de; --shown: #8fd8a4; --badge: #17181c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--page); color: var(--text);
  font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.2; }
h2 { margin: 1.5rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); font-size: 1.1rem; }
p { margin: .25rem 0; }
ul { margin: .25rem 0; padding-left: 1.2rem; }
code { padding: 0 .2rem; border-radius: .2rem; background: var(--code); font: .85em/1.4 ui-monospace, monospace; unicode-bidi: isolate; }
pre { overflow-x: auto; margin: .25rem 0; padding: .5rem .75rem; background: var(--code); font: .85em/1.4 ui-monospace, monospace; white-space: pre-wrap; }
.quiet { color: var(--quiet); font-size: .875rem; }
dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { color: var(--quiet); } dd { margin: 0; }
.checks { margin: 0; padding: 0; list-style: none; }
.checks li { display: grid; grid-template-columns: 7.5rem 1fr; gap: .15rem .75rem; padding: .4rem 0; border-top: 1px solid var(--line); break-inside: avoid; }
.checks li:first-child { border-top: 0; }
.badge { align-self: start; padding: .05rem .4rem; border-radius: .25rem; color: var(--badge); font-size: .8rem; font-weight: 600; text-align: center; }
.violated { background: var(--violated); } .attention { background: var(--attention); }
.not-exercised { background: none; color: var(--none); border: 1px solid var(--none); } .shown { background: var(--shown); }
.check { min-width: 0; } .name { font-weight: 600; }
.calls { margin: .15rem 0 0; padding: 0; list-style: none; color: var(--quiet); font-size: .8rem; }
.checks .calls li { display: block; padding: 0; border: 0; }
.alert { padding: .5rem .75rem; border-left: .3rem solid var(--violated); background: var(--code); }
@media (max-width: 30rem) {
  dl, .checks li { grid-template-columns: 1fr; } dd { margin-bottom: .25rem; }
  .badge { justify-self: start; }
}
@media print {
  :root { color-scheme: light; --page: #fff; --text: #000; --quiet: #444; --line: #bbb; --code: #f2f2f2; --violated: #b3261e; --attention: #8a4b00; --none: #444; --shown: #1e6b34; --badge: #fff; }
  @page { size: A4; margin: 12mm; }
  body { max-width: none; padding: 0; font-size: 8.5pt; line-height: 1.3; }
  h1 { font-size: 13pt; } h2 { margin: .7rem 0 .25rem; font-size: 10pt; break-after: avoid; }
  .badge { print-color-adjust: exact; -webkit-print-color-adjust: exact; font-size: 7.5pt; }
  .checks li { padding: .2rem 0; grid-template-columns: 6.5rem 1fr; } .quiet { font-size: 7.5pt; } .calls { font-size: 7.5pt; } .calls li:nth-child(n+3) { display: none; }
  dl { gap: 0 1rem; margin: .25rem 0; }
}
`;
