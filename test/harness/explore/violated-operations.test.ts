/** A suite in which one test looks at what a violation changes, and others only meet it. */
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { reportOf } from "../../../src/harness/explore/report/report.ts";
import type { TestOutcome } from "../../../src/harness/runs/run.ts";
import type { Client } from "./explored-in-process.ts";
import { exploredInProcess, inProcessSettings, reportContext } from "./explored-in-process.ts";

const Made = z.object({
  data: z.object({ id: z.string(), firms: z.array(z.looseObject({ id: z.string() })) }),
});
const Page = z.object({ data: z.array(z.object({ email: z.string() })) });

const ada = "ada.active@example.com";
const filter = `filter=${encodeURIComponent(JSON.stringify({ email: ada }))}`;

/** The emails of a list in the workspace of a test. */
type List = (path: string) => Promise<readonly string[]>;

const tests: Readonly<Record<string, (list: List, firm: string) => Promise<boolean>>> = {
  "leads > looks at the filtered list": async (list, firm) =>
    (await list(`/firms/${firm}/leads?${filter}`)).join() === ada,
  "leads > only reads the filtered list": async (list, firm) =>
    (await list(`/firms/${firm}/leads?${filter}`)).length > 0,
  "leads > only reads all Leads": async (list) => (await list(`/leads?${filter}`)).length > 0,
};

describe("violations of a suite with a workspace for each test", () => {
  it("have one verdict for each operation, with the tests that noticed or saw it", async () => {
    const outcomes = new Map<string, TestOutcome>();
    const suite: Client = async ({ LEAD_API_URL: url }) => {
      for (const [label, runs] of Object.entries(tests)) {
        // oxlint-disable-next-line no-await-in-loop -- one test after the other
        outcomes.set(label, (await runs(...(await inWorkspace(url, label)))) ? "passed" : "failed");
      }
      return [...outcomes.values()].includes("failed") ? 1 : 0;
    };
    const settings = inProcessSettings(suite, {
      families: ["violations"],
      jobs: 1,
      results: {
        async beforeRun() {
          outcomes.clear();
          return async () => new Map(outcomes);
        },
      },
    });
    const { trials, findings } = reportOf(
      await exploredInProcess(suite, settings),
      settings,
      reportContext,
    );
    const filtered = trials.filter(({ variation }) => variation.id === "violation:filter-ignored");
    expect(
      filtered.map(({ variation, verdict, noticedBy }) => [
        variation.operation,
        verdict,
        noticedBy,
      ]),
    ).toEqual([
      ["get-leads-for-firm", "caught", ["leads > looks at the filtered list"]],
      ["get-leads", "missed", undefined],
    ]);
    const missed = findings.find(({ variation }) => variation.id === "violation:filter-ignored");
    expect(missed?.seenBy).toEqual(["leads > only reads all Leads"]);
    expect(missed?.title).toContain("get-leads: ");
  });
});

async function inWorkspace(url: string | undefined, label: string): Promise<[List, string]> {
  const made = await fetch(`${url}/_sandbox/workspaces`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ label }),
  });
  const [firm] = Made.parse(await made.json()).data.firms;
  const { apiKeys } = z
    .looseObject({ apiKeys: z.array(z.object({ key: z.string(), environment: z.string() })) })
    .parse(firm);
  const key = apiKeys.find(({ environment }) => environment === "sandbox")?.key ?? "";
  const list: List = async (path) => {
    const answer = await fetch(`${url}/v1${path}`, { headers: { "x-api-key": key } });
    return Page.parse(await answer.json()).data.map(({ email }) => email);
  };
  return [list, firm?.id ?? ""];
}
