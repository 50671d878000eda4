/** Answers stay short, whatever the world holds. */
import { expect, it } from "vitest";

import type { JsonObject } from "../../../src/base/values/json.ts";
import type { ReportedHazard } from "../../../src/harness/explore/report/hazard-shape.ts";
import type { Finding } from "../../../src/harness/explore/report/shape.ts";
import { madeUpFinding, madeUpFindingCall } from "../../harness/explore/report/made-up-finding.ts";
import { madeUpReport } from "../../harness/explore/report/made-up.ts";
import { sized } from "../../long/size.ts";
import { newSandbox } from "../../support/sandbox.ts";
import type { Next } from "./agent.ts";
import { agentAt, agentOf, list, nextOf, object } from "./agent.ts";
import { agentWithReport } from "./stand-in-runs.ts";

const leads = 300;
const requests = sized(500, 2_000);
const wide = 'Wörld 🌍 "quoted" \\ <tag> '.repeat(4).trim();

it(`every answer is at most 4,000 characters with ${requests} requests, and its next calls succeed`, async () => {
  const sandbox = newSandbox();
  const agent = await agentOf(sandbox);
  const { workspace, env } = await agentAt(agent, { label: wide });
  const send = async (method: string, path: string, body?: JsonObject): Promise<Response> =>
    sandbox.fetch(
      new Request(`${env["LEAD_API_URL"]}${path}`, {
        method,
        headers: { "x-api-key": env["LEAD_API_KEY"] ?? "", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  await agent.call("act", {
    workspace,
    action: "set_quota",
    apiKeyId: env["LEAD_API_KEY_ID"] ?? "",
    quotaPerHour: null,
  });
  let last = "";
  for (let at = 0; at < requests; at += 1) {
    const sending =
      at < leads
        ? send("POST", `/v1/firms/${env["LEAD_API_FIRM_ID"]}/leads`, {
            email: `a${at}-${"x".repeat(50)}@example.com`,
            firstName: wide.slice(0, 50),
            lastName: wide.slice(0, 50),
          })
        : send("GET", `/v1/leads?limit=1&offset=${at}&${"q".repeat(300)}=${at}`);
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const answer = await sending;
    if (answer.status === 201) last = answer.headers.get("x-sandbox-request-id") ?? "";
  }
  expect(last).not.toBe("");
  const calls: readonly (readonly [string, JsonObject])[] = [
    ["new_workspace", { label: wide }],
    ...["leads", "mails", "keys", "quotas", "faults", "clock", "assumptions", "trial"].map(
      (what) => ["show", { workspace, what }] as const,
    ),
    ["show", { workspace, what: "leads", search: "a1" }],
    ["what_happened", { workspace }],
    ["what_happened", { workspace, cursor: 0 }],
    ["what_happened", { workspace, only: "refused" }],
    ["explain", { workspace, request: last }],
    ["explain", { workspace, request: "last" }],
    ["look_up", { query: "lead", limit: 50 }],
    ["look_up", { query: "POST /firms/{firmId}/leads" }],
    ...["statuses", "transitions", "rules"].map(
      (kind) => ["uncovered", { workspace, kind }] as const,
    ),
    ["act", { workspace, action: "run_time" }],
  ];
  for (const [tool, given] of calls) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const { text, isError, ...answer } = await agent.call(tool, given);
    const what = `${tool} ${JSON.stringify(given)}: ${text.slice(0, 200)}`;
    expect({ what, isError }).toStrictEqual({ what, isError: false });
    expect({ what, isShort: text.length <= 4_000 }).toStrictEqual({ what, isShort: true });
    for (const next of nextOf(answer)) {
      const max = Number(next.arguments["maxChars"] ?? 4_000);
      // oxlint-disable-next-line no-await-in-loop -- in this order
      const further = await agent.call(next.tool, next.arguments);
      const proposed = `${JSON.stringify(next)}: ${further.text.slice(0, 200)}`;
      expect({ proposed, isError: further.isError }).toStrictEqual({ proposed, isError: false });
      expect(further.text.length).toBeLessThanOrEqual(max);
    }
  }
});

/** As many findings as `count`, of as many causes as `causes`, with texts of any length. */
function manyFindings(count: number, causes: number): readonly Finding[] {
  return Array.from({ length: count }, (_, at) => {
    const subject = `person-${at}@example.com`;
    const found = madeUpFinding(subject, {
      call: madeUpFindingCall(subject, `operation-${at % causes}`),
      title: wide.repeat(at % 7),
      advice: wide,
    });
    return { ...found, bundle: `bundles/${found.id}.json` };
  });
}

it.each([1_000, 300, 1])(
  "1,000 findings of %i causes stand in answers of 4,000 characters, each once when one follows more",
  async (causes) => {
    const report = madeUpReport(manyFindings(1_000, causes));
    const agent = await agentWithReport(report);
    const bundles: unknown[] = [];
    let [found, last] = [0, 0];
    let more: Next | undefined = { tool: "explore", arguments: {} };
    while (more !== undefined) {
      // oxlint-disable-next-line no-await-in-loop -- each answer names the next
      const answer = await agent.call(more.tool, more.arguments);
      expect(answer.data).toMatchObject({ state: "ended", exitCode: 1 });
      expect(answer.text.length).toBeLessThanOrEqual(4_000);
      const entries = list(answer.data["findings"]).map(object);
      found += entries.reduce((sum, { count }) => sum + Number(count), 0);
      bundles.push(...entries.map(({ bundle }) => bundle));
      const left = Number(answer.data["leftOut"] ?? 0);
      expect(bundles.length + left).toBe(causes);
      [more] = nextOf(answer).slice(list(answer.data["next"]).length);
      last = left;
    }
    expect({ found, last }).toStrictEqual({ found: 1_000, last: 0 });
    expect(bundles).toStrictEqual(report.groups.map(({ findings: [first] }) => first));
    for (const bundle of [bundles[0], bundles.at(-1)]) {
      // oxlint-disable-next-line no-await-in-loop -- one run at a time
      const { data } = await agent.call("replay", { bundle: String(bundle) });
      expect(data["verdict"]).toBe("The finding shows.");
    }
  },
);

/** A hazard of the kind `refusal`. */
function hazard(operation: string, core: boolean, state: "tested" | "open"): ReportedHazard {
  return {
    id: `refusal@${operation}`,
    kind: "refusal",
    operation,
    rule: null,
    core,
    state,
    why: state === "open" ? "left-out" : null,
    trials: [],
    needs: state === "open" ? "--budget 10m" : null,
  };
}

it("an exploration without findings names what it did not test, core hazards first", async () => {
  const others = Array.from({ length: 20 }, (_, at) => hazard(`operation-${at}`, false, "open"));
  const hazards = [hazard("tested", true, "tested"), ...others, hazard("core", true, "open")];
  const agent = await agentWithReport({ ...madeUpReport([]), hazards });
  const { data } = await agent.call("explore", {});
  const notTested = list(data["notTested"]).map(object);
  expect(notTested).toHaveLength(8);
  expect(notTested[0]).toEqual({
    hazard: "refusal@core",
    core: true,
    why: "left-out",
    needs: "--budget 10m",
  });
  const whole = await agentWithReport({ ...madeUpReport([]), hazards: hazards.slice(0, 1) });
  expect((await whole.call("explore", {})).data).not.toHaveProperty("notTested");
});
