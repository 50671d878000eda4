import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { SimulationReport } from "../../../src/harness/simulate/report/shape.ts";
import { textOfSimulation } from "../../../src/harness/simulate/report/text.ts";
import { spread } from "../../long/size.ts";
import { defects } from "./defects.ts";
import { brokenPython, isMissing } from "./languages.ts";
import { shown, simulated } from "./simulated.ts";

const page = "docs/polling.md";

/** The lines of one finding on a terminal, without its id. */
function storyOf(report: SimulationReport, finding: string): string {
  const findings = report.findings.filter(
    (one) => shown({ ...report, findings: [one] })[0] === finding,
  );
  const [block = ""] = textOfSimulation({ ...report, findings: findings.slice(0, 1) }, null).split(
    "\n\n",
  );
  return block.split("\n").slice(0, -1).join("\n");
}

describe.skipIf(isMissing("Python"))("a defect of a poller", () => {
  it.each(spread(defects, 2).map((one) => [one.name, one] as const))(
    "is found, with a story of at most four events that the page shows: %s",
    async (name, { strategy, changes, settings, finding }) => {
      const report = await simulated(async () => {}, {
        ...brokenPython(strategy, changes),
        ...settings,
      });
      expect(shown(report)).toContain(finding);
      for (const { history } of report.findings)
        expect(history.events.length).toBeLessThanOrEqual(4);
      // UPDATE_DOCS=1 rewrites the stories of the page.
      const [start, end] = [`<!-- story: ${name} -->`, "<!-- /story -->"];
      const [before = "", rest = ""] = readFileSync(page, "utf8").split(start);
      const [, ...after] = rest.split(end);
      const wanted = `${before}${start}\n\n\`\`\`text\n${storyOf(report, finding)}\n\`\`\`\n\n${end}${after.join(end)}`;
      if (process.env["UPDATE_DOCS"] !== undefined && rest !== "") writeFileSync(page, wanted);
      expect(readFileSync(page, "utf8")).toBe(wanted);
    },
  );
});
