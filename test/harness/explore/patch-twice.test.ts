/** A client that computes the value of a PATCH from the record, and repeats it when the answer is lost. */
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { junitOfReport } from "../../../src/harness/explore/report/junit.ts";
import { reportOf } from "../../../src/harness/explore/report/report.ts";
import { textOfReport } from "../../../src/harness/explore/report/text.ts";
import type { Client } from "./explored-in-process.ts";
import { exploredInProcess, inProcessSettings, reportContext } from "./explored-in-process.ts";
import { markdownOfReport } from "./report/forms.ts";

const Read = z.object({ data: z.object({ firstName: z.string() }) });

/** Appends to the first name, and tries again without a look at whether the first attempt was carried out. */
const appends: Client = async ({ LEAD_API_URL, LEAD_API_KEY }) => {
  const url = `${LEAD_API_URL}/v1/leads/LeadHPa1`;
  const headers = { "x-api-key": LEAD_API_KEY ?? "", "content-type": "application/json" };
  const append = async (): Promise<number> => {
    const { data } = Read.parse(await (await fetch(url, { headers })).json());
    const body = JSON.stringify({ firstName: `${data.firstName}!` });
    return (await fetch(url, { method: "PATCH", headers, body })).status;
  };
  const status = await append().catch(append);
  return status === 200 ? 0 : 1;
};

describe("a PATCH that is applied twice", () => {
  it("is altered, and every report has the expected and the found value", async () => {
    const settings = inProcessSettings(appends, {
      families: ["faults"],
      operations: ["patch-Lead"],
      // One trial: the answer of the PATCH is lost.
      shard: { part: 9, of: 100 },
    });
    const exploration = await exploredInProcess(appends, settings);
    const report = reportOf(exploration, settings, reportContext);
    expect(report.findings.map(({ verdict, severity }) => [verdict, severity])).toEqual([
      ["altered", "medium"],
    ]);
    expect(report.findings[0]?.changes.map(({ fields }) => fields)).toEqual([
      [{ field: "firstName", expected: "Ada!", found: "Ada!!" }],
    ]);
    const shown = 'firstName: expected "Ada!", found "Ada!!"';
    expect(textOfReport(report)).toContain(shown);
    expect(markdownOfReport(report)).toContain(shown);
    expect(junitOfReport(report)).toContain(shown.replaceAll('"', "&quot;"));
  });
});

describe("a client that fails after its PATCH was carried out", () => {
  it("leaves the effect orphaned, whatever the spelling of the operation", async () => {
    const { judged } = await exploredInProcess(
      async ({ LEAD_API_URL: url, LEAD_API_KEY: key = "" }) => {
        const answer = await fetch(`${url}/v1/leads/LeadHPa1`, {
          method: "PATCH",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify({ firstName: "Changed" }),
        });
        return answer.ok ? 0 : 1;
      },
      { families: ["faults"], shard: { part: 8, of: 100 } },
    );
    expect(judged.map(({ planned, verdict }) => [planned.variation, verdict])).toEqual([
      ["reset-after", "orphaned"],
    ]);
  });
});
