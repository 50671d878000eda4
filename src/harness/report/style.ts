import { palette } from "../../base/texts/palette.ts";

/** The style of the pages: light and dark, a phone's width, and paper. */
export const style = `${palette}* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.2; }
h2 { margin: 1.75rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); font-size: 1.15rem; break-after: avoid; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; break-after: avoid; }
p { margin: .25rem 0; }
ul, ol { margin: .25rem 0; padding-left: 1.25rem; }
code, pre { font: .85em/1.45 var(--mono); }
code { padding: 0 .2rem; border-radius: .2rem; background: var(--raised); unicode-bidi: isolate; }
pre { margin: .35rem 0; padding: .5rem .75rem; overflow-x: auto; border-radius: .35rem; background: var(--raised); white-space: pre-wrap; unicode-bidi: plaintext; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); font-size: .875rem; }
.wide { margin: .5rem 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .3rem .5rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
td { min-width: 4rem; }
td:first-child { min-width: 6.5rem; }
td code { overflow-wrap: anywhere; }
th { border-top: 0; color: var(--quiet); font-weight: 600; }
.verdict { display: grid; grid-template-columns: 5rem 1fr; gap: .15rem .75rem; margin: .9rem 0 .25rem; padding-top: .5rem; border-top: 1px solid var(--line); break-inside: avoid; }
.verdict > div { min-width: 0; } .verdict + :not(.verdict) { break-before: avoid; }
.badge { margin-top: .25rem; }
.calls { color: var(--quiet); font-size: .9rem; }
.story { list-style: none; padding-left: .75rem; border-left: 2px solid var(--line); }
.story li { padding: .1rem 0; }
summary { cursor: pointer; }
details { margin: .25rem 0; }
details > :not(summary) { margin-left: 1rem; }
.verdict + .calls, .verdict + .story { margin-left: 5.75rem; }
@media (max-width: 30rem) {
  .verdict { grid-template-columns: 1fr; } .badge { justify-self: start; min-width: 5rem; }
  .verdict + .calls, .verdict + .story { margin-left: 0; }
  td:has(code) { min-width: 8rem; }
}
@media print {
  :root {
    color-scheme: light; --text: #000; --quiet: #444; --line: #bbb;
  }
  @page { size: A4; margin: 12mm; }
  body { max-width: none; padding: 0; font-size: 8.5pt; line-height: 1.3; }
  h1 { margin-bottom: .2rem; font-size: 13pt; } h2 { margin: .7rem 0 .25rem; font-size: 10pt; } h3 { margin: .4rem 0 .1rem; font-size: 9pt; }
  p, ul, ol, pre { margin: .1rem 0; } .verdict { margin: .2rem 0 .1rem; padding-top: .15rem; } .wide { margin: .2rem 0; }
  table { font-size: 8pt; } th, td { padding: .1rem .3rem; } .quiet, .calls { font-size: 7.5pt; }
  .badge { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .wide { overflow: visible; }
}
`;
