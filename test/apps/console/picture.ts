/** Pictures of the page in the folder PICTURES, to be looked at. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";

const pictures = process.env["PICTURES"];

/** Takes a picture if PICTURES is set; `folder` is inside of it. */
export async function picture(page: Page, folder: string, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(join(pictures, folder), { recursive: true });
  await page.screenshot({ path: join(pictures, folder, `${name}.png`) });
}
