/** The style and the script of the guide's pages. */
import { palette } from "../../base/texts/palette.ts";

/** One column on a phone. */
export const guideStyle = `${palette}:root {
  font: 16px/1.55 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body {
  margin: 0; display: grid; grid: auto 1fr / 15rem minmax(0, 1fr);
  background: var(--page); color: var(--text); overflow-wrap: anywhere;
}
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: .5rem; top: .5rem; z-index: 2; padding: .25rem .5rem; background: var(--page); }
header {
  grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; gap: 1rem; align-items: center;
  padding: .6rem 1rem; background: var(--raised); border-bottom: 1px solid var(--line);
}
header > a { white-space: nowrap; }
header > a:first-child { color: inherit; font-weight: 600; text-decoration: none; }
form { flex: 1; position: relative; max-width: 34rem; margin: 0 auto; }
input {
  width: 100%; padding: .35rem .6rem; font: inherit; color: inherit; background: var(--page);
  border: 1px solid var(--edge); border-radius: .35rem;
}
#found:not(:empty) {
  position: absolute; inset: 100% 0 auto; max-height: 70vh; overflow-y: auto; margin-top: .25rem; padding: .5rem .75rem;
  background: var(--page); border: 1px solid var(--edge); border-radius: .35rem;
}
#found ol, .results { margin: 0; padding-left: 1.25rem; }
#found p, .results p { margin: 0 0 .5rem; color: var(--quiet); font-size: .875rem; }
nav { padding: 1rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav summary { display: none; }
nav h2 { margin: 1rem 0 .25rem; font-size: .8rem; color: var(--quiet); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .1rem .4rem; border-radius: .25rem; color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { background: var(--selected); }
main { padding: 1rem 1.5rem 4rem; }
main > * { max-width: 49rem; }
main:focus { outline: none; }
h1, h2, h3, h4 { line-height: 1.25; }
h1, h2, h3, h4, tr { scroll-margin-top: 4rem; }
h1 { margin: .5rem 0 1rem; font-size: 1.75rem; }
main h2 { margin: 2rem 0 .5rem; font-size: 1.3rem; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.05rem; }
code, pre { font: .875em/1.5 var(--mono); }
code { padding: .05rem .25rem; border-radius: .2rem; background: var(--raised); }
pre { padding: .75rem 1rem; overflow-x: auto; overflow-wrap: normal; border: 1px solid var(--line); border-radius: .35rem; background: var(--raised); }
pre code { padding: 0; background: none; }
main > .wide { overflow-x: auto; max-width: 80rem; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .35rem .6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
td:first-child code { white-space: nowrap; }
td:not(:first-child) { min-width: 5.5rem; }
/* The last of many columns often has the text. */
td:nth-child(n + 3):last-child { min-width: 13rem; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .35rem; }
@media (max-width: 48rem) {
  body { display: block; }
  header { flex-wrap: wrap; position: static; }
  form { order: 3; flex-basis: 100%; }
  nav { padding: .5rem 1rem; border: 0; border-bottom: 1px solid var(--line); }
  nav summary { display: block; padding: .25rem 0; cursor: pointer; }
  main { padding: .5rem 1rem 3rem; }
  td:first-child code { white-space: normal; }
  td:nth-child(n + 3):last-child { min-width: 8rem; }
}
@media print { header, nav, .skip { display: none; } body { display: block; } main > * { max-width: none; } }
`;

/** Searches while the reader types, and folds the list of pages on a phone. */
export const guideScript = `const input = document.querySelector("input[type=search]");
const found = document.getElementById("found");
if (matchMedia("(max-width: 48rem)").matches) document.querySelector("nav details").open = false;

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    input.focus();
    input.select();
  } else if (event.key === "Escape" && found.firstChild !== null) {
    found.replaceChildren();
    input.focus();
  }
});
addEventListener("click", (event) => {
  if (!event.target.closest("form") || event.target.closest("#found a")) found.replaceChildren();
});

let asked = 0;
input.addEventListener("input", async () => {
  const words = input.value.trim();
  const mine = ++asked;
  await new Promise((done) => setTimeout(done, 120));
  if (mine !== asked) return;
  if (words === "") return found.replaceChildren();
  const answer = await fetch("search?words=" + encodeURIComponent(words), { headers: { accept: "application/json" } });
  if (mine !== asked || !answer.ok) return;
  show((await answer.json()).data, words);
});

function show(results, words) {
  const list = document.createElement("ol");
  for (const { title, address, text } of results.slice(0, 8)) {
    const [item, link, paragraph] = ["li", "a", "p"].map((name) => document.createElement(name));
    link.href = address;
    link.textContent = title;
    paragraph.textContent = text;
    item.append(link, paragraph);
    list.append(item);
  }
  const none = document.createElement("p");
  none.textContent = "No page has " + words + ".";
  found.replaceChildren(results.length === 0 ? none : list);
}
`;
