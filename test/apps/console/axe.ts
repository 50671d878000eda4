/** What axe-core finds on a page. */
import { readFileSync } from "node:fs";

import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The only rules whose results depend on the colour scheme. */
export const colours: readonly string[] = ["color-contrast", "link-in-text-block"];

/** The violations of the rules `of`. The frames of mail run no scripts, so axe-core cannot work in them. */
export async function violations(
  page: Page,
  of: readonly string[] = tags,
): Promise<readonly string[]> {
  if (await page.evaluate("window.axe === undefined")) await page.evaluate(axe);
  const { violations: found } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(of)}, resultTypes: ["violations"], iframes: false })`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${String(target)} ${html.slice(0, 160)}`),
  );
}
