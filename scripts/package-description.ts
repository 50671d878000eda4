/** What the `package.json` of an installed package says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod";

const Description = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.looseObject({ name: z.string() })]).optional(),
});

/** Name, version, licence and author of the package in `folder`. Throws if one of the first three is missing. */
export function descriptionOf(folder: string): z.infer<typeof Description> {
  return Description.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}
