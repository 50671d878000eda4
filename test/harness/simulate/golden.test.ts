/** Whole simulations in this process, compared with what they printed before: `npx vitest run --update` rewrites it, for review. */
import { join } from "node:path";

import { expect, it } from "vitest";

import { markdownOf } from "../../../src/harness/report/markdown.ts";
import { documentOfSimulation } from "../../../src/harness/simulate/report/document.ts";
import { junitOfSimulation } from "../../../src/harness/simulate/report/junit.ts";
import type { SimulationReport } from "../../../src/harness/simulate/report/shape.ts";
import { textOfSimulation } from "../../../src/harness/simulate/report/text.ts";
import type { SimulationSettings } from "../../../src/harness/simulate/settings.ts";
import { overlapping, updatedAtOnly } from "./pollers.ts";
import type { Poller } from "./simulated.ts";
import { simulated } from "./simulated.ts";

const simulations: readonly (readonly [string, Poller, Partial<SimulationSettings>])[] = [
  [
    "a-watermark-that-misses-conversions",
    updatedAtOnly,
    {
      changes: new Set(["convert", "archive", "plan", "fail", "missed"]),
    },
  ],
  [
    "overlapping-ticks",
    overlapping,
    {
      changes: new Set(["create", "convert", "overlap"]),
      life: { forMs: 86_400_000, activityPerDay: 6 },
    },
  ],
];

it.each(simulations)("%s: report in every form, as before", async (name, poller, settings) => {
  const report = await simulated(poller, settings);
  const document = documentOfSimulation(report);
  const forms = [
    textOfSimulation({ ...report, document }, null),
    markdownOf(document),
    junitOfSimulation(report),
    factsOf(report),
  ];
  await expect(forms.map(withoutDurations).join("\n\n")).toMatchFileSnapshot(
    join(import.meta.dirname, `golden/${name}.txt`),
  );
});

/** What the report says of its histories and findings beyond the texts. */
function factsOf({ histories, findings, summary }: SimulationReport): string {
  const shrunk = findings.map(({ id, history, count }) => ({ id, count, history }));
  return JSON.stringify({ summary, histories, shrunk }, null, 1);
}

function withoutDurations(text: string): string {
  return text
    .replaceAll(/\bin \d+(?:\.\d+)? s\b/g, "in N s")
    .replaceAll(/"durationMs": \d+/g, '"durationMs": 0')
    .replaceAll(/time="[\d.]+"/g, 'time="0"');
}
