/** The pages of the package's skill: what a coding agent reads before it works with a sandbox. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const files: ReadonlyMap<string, string> = new Map([
  ["lead-sandbox", "lead-sandbox/SKILL.md"],
  ["refusals", "lead-sandbox/references/refusals.md"],
  ["verdicts", "lead-sandbox/references/verdicts.md"],
]);

const folder = import.meta.url.endsWith(".ts") ? "../../../skills" : "../skills";

/** The Markdown of a page; undefined for an unknown name. */
export function skillText(name: string): string | undefined {
  const file = files.get(name);
  if (file === undefined) return undefined;
  return readFileSync(fileURLToPath(new URL(`${folder}/${file}`, import.meta.url)), "utf8");
}
