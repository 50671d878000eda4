/** Made-up reports in every form, compared with what they were before: `npx vitest run --update` rewrites them, for review. */
import { join } from "node:path";

import { expect, it } from "vitest";

import { junitOfReport } from "../../../../src/harness/explore/report/junit.ts";
import { textOfReport } from "../../../../src/harness/explore/report/text.ts";
import { markdownOfReport } from "./forms.ts";
import { oneBug } from "./made-up-finding.ts";
import { everyReport, madeUpReport } from "./made-up.ts";

const names = [
  "no findings",
  "a group that is partly accepted",
  "known and new findings",
  "an accepted finding",
  "a baseline that fails",
  "two baselines that differ",
  "left out",
] as const;

const reports = {
  ...Object.fromEntries(names.map((name) => [name, everyReport[name]])),
  "one bug in a shard": madeUpReport(oneBug(), { shard: { part: 2, of: 3 } }),
};

it.each(Object.entries(reports))("%s: report in every form, as before", async (name, report) => {
  if (report === undefined) throw new Error(`There is no report ${name}.`);
  const forms = [textOfReport(report, "out"), markdownOfReport(report), junitOfReport(report)];
  await expect(forms.join("\n\n")).toMatchFileSnapshot(
    join(import.meta.dirname, `golden/${name.replaceAll(" ", "-")}.txt`),
  );
});
