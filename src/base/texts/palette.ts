/**
 * What all pages share: the console, the guide and the reports of commands. One accent; the rest is grey, and green,
 * amber and red for what an answer came to. A badge shows the mark of a verdict.
 */
export const palette = `:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #16181d);
  --raised: light-dark(#f6f7f9, #1d2027);
  --hover: light-dark(#eef0f4, #262a33);
  --line: light-dark(#dfe2e8, #333842);
  --edge: light-dark(#8a93a3, #707a8b);
  --text: light-dark(#1b1f27, #e6e8ec);
  --quiet: light-dark(#5a6372, #9aa4b3);
  --accent: light-dark(#2f5bd8, #8fb0ff);
  --on-accent: light-dark(#ffffff, #10131a);
  --selected: light-dark(#e6edff, #24304d);
  --good: light-dark(#1a7a43, #6fd39b);
  --warn: light-dark(#925800, #f0b860);
  --bad: light-dark(#b3261e, #ff9d94);
  --bad-page: light-dark(#fdf0ef, #3a2322);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
.badge { align-self: start; padding: .05rem .4rem; border-radius: .25rem; background: var(--mark); color: var(--on-accent); text-align: center; font-size: .8rem; font-weight: 600; }
.high { --mark: var(--bad); } .medium { --mark: var(--warn); } .low, .open { --mark: var(--quiet); }
.question { --mark: var(--accent); } .good { --mark: var(--good); }
`;
