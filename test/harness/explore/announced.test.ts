/** Announced changes, for clients that run in this process. */
import { describe, expect, it } from "vitest";

import type { ExploreSettings } from "../../../src/harness/explore/exploration.ts";
import { careful, careless, emails, explored, lead, send, strict } from "./explored-announced.ts";
import type { Client } from "./explored-in-process.ts";
import { config } from "./settings.ts";

/** Counts the Leads in steps of 20 without a limit, and stores the number where it can be seen: as an exit code. */
const steps: Client = async (variables) => {
  const ids = new Set<string>();
  for (let offset = 0; offset < 400; offset += 20) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { text } = await send(variables, "GET", undefined, `?offset=${offset}`);
    const page: readonly { readonly id: string }[] = JSON.parse(text).data;
    for (const { id } of page) ids.add(id);
    if (page.length === 0) break;
  }
  const { text } = await send(variables, "GET", undefined, "?limit=1&offset=0");
  return ids.size === JSON.parse(text).meta.total ? 0 : 1;
};

const required = "field-required:Lead.referralCode";

const wants422: Client = async (variables) => {
  const statuses: number[] = [];
  for (const email of emails) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    statuses.push((await send(variables, "POST", { ...lead, email })).status);
  }
  return statuses.every((status) => status === 201 || status === 422) ? 0 : 1;
};

/** Creates a Lead twice, and wants 409 for the second; it gives up if the first is refused. */
const twice: Client = async (variables) => {
  const person = { ...lead, email: "nora.field@example.com" };
  const { status } = await send(variables, "POST", person);
  if (status !== 201) return 1;
  return (await send(variables, "POST", person)).status === 409 ? 0 : 1;
};

const wantsPages: Client = async (variables) => {
  const { text } = await send(variables, "GET", undefined, "?limit=100");
  return JSON.parse(text).data.length > 50 ? Number(JSON.parse(text).data.length !== 100) : 0;
};

const createsAndReads: Client = async (variables) => {
  const { status } = await send(variables, "GET", undefined, "?limit=5");
  await send(variables, "GET");
  return status === 200 ? strict(variables) : 1;
};

const backsOff: ExploreSettings["launch"] = async ({ env }) => {
  const timedOut = (await strict(env)) !== 0;
  return { code: timedOut ? 143 : 0, signal: null, timedOut, error: null };
};

describe("explore --next", () => {
  it("tells clients apart that accept one status, every success, or every answer", async () => {
    const list = `- status:201→200\n- ${required}\n`;
    const [one, two, three] = [
      await explored(strict, list),
      await explored(careful, list),
      await explored(careless, list),
    ];
    expect(one.verdicts).toEqual([
      ["status:201→200", "breaks"],
      [required, "breaks"],
    ]);
    expect(two.verdicts).toEqual([
      ["status:201→200", "independent"],
      [required, "breaks"],
    ]);
    expect(three.verdicts).toEqual([
      ["status:201→200", "independent"],
      [required, "breaks-silently"],
    ]);
    expect(three.report.findings.map(({ severity }) => severity)).toEqual(["high"]);
  });

  it("tries the other choice where the list leaves it open, and reports the worse verdict", async () => {
    const renamed = "field-renamed:request.Lead.phone→phoneNumber";
    const { report, verdicts } = await explored(strict, `- ${renamed}\n`);
    expect(verdicts).toEqual([[renamed, "breaks-silently"]]);
    expect(report.next?.changes[0]?.trials).toHaveLength(2);
    expect(report.findings.map(({ trials }) => trials.length)).toEqual([2]);
  });

  it("refuses one record for a change of refusals, and compares with the same refusal today", async () => {
    const { report, verdicts } = await explored(wants422, "- status:422→400\n");
    expect(verdicts).toEqual([["status:422→400", "breaks"]]);
    expect(report.next?.changes[0]?.provoked).toEqual({
      call: "post-leads-for-firm nora.field@example.com",
      status: 422,
    });
    const { verdicts: strictOnes } = await explored(strict, "- status:422→400\n");
    expect(strictOnes).toEqual([["status:422→400", "independent"]]);
  });

  it("tries a change of refusals that the baseline met without a provoked one, too", async () => {
    const { report, verdicts } = await explored(twice, "- status:409→422\n");
    expect(verdicts).toEqual([["status:409→422", "breaks"]]);
    expect(report.next?.changes[0]?.trials).toHaveLength(2);
  });

  it("tries lists with 130 more Leads if the plain trial shows nothing", async () => {
    const change = '{ id: "parameter-values:query.limit", schema: { type: integer, maximum: 60 } }';
    const { report } = await explored(wantsPages, `- ${change}\n`, {
      config: config({ assumptions: { "list.limit": "clamped" } }),
    });
    const [only] = report.next?.changes ?? [];
    expect(only).toMatchObject({ verdict: "breaks" });
    const stepping = await explored(steps, "- default:query.limit=10\n");
    expect(stepping.verdicts).toEqual([["default:query.limit=10", "breaks"]]);
  });

  it("ends a trial at --timeout, as a client that is refused may back off forever", async () => {
    const given = { timeoutMs: 20_000, launch: backsOff };
    const { exploration, verdicts } = await explored(strict, `- ${required}\n`, given);
    expect(verdicts).toEqual([[required, "unfinished"]]);
    expect(exploration.runs).toBe(4);
  });

  it("says first that no change touches the run, and that an empty list has no change", async () => {
    const { report, text } = await explored(strict, "- parameter-removed:query.offset\n");
    expect(text).toMatch(/^No change touches this run/);
    expect(report).toMatchObject({ problem: null, next: { together: null } });
    expect(report.next?.changes).toMatchObject([{ verdict: "not-reached", trials: [] }]);
    const empty = await explored(strict, "[]\n");
    expect(empty.text).toMatch(/^no change from the present document to changes.yaml/);
    expect(empty.report.problem).toBeNull();
  });

  it("lists what cannot be carried out, with the reason", async () => {
    const list = '- operation-added:"GET /people"\n- { note: "Paid per Plan" }\n';
    const { report, text } = await explored(strict, list);
    expect(report.next?.changes).toMatchObject([{ verdict: null, trials: [] }]);
    expect(report.next?.changes[0]?.why).toContain("meets nothing");
    expect(text).toContain("Paid per Plan");
  });

  it("needs at most 40 runs for 30 changes, one for each finding, and one for all together", async () => {
    const reads = ["firstName", "lastName", "email", "phone", "createdAt"].flatMap((name) => [
      `maybe-absent:answer.Lead.${name}`,
      `maybe-null:answer.Lead.${name}`,
      `field-added:answer.Lead.${name}2`,
    ]);
    const others = Array.from({ length: 12 }, (_, at) => `header-added:X-Number-${at}=1`);
    const all = [...reads, ...others, "status:201→200", "status:422→400", "default:query.limit=10"];
    const list = all.map((id) => `- ${id}\n`).join("");
    const { exploration, report } = await explored(createsAndReads, list);
    expect(report.next?.changes).toHaveLength(30);
    expect(report.next?.changes.filter(({ trials }) => trials.length > 0).length).toBeGreaterThan(
      25,
    );
    expect(exploration.runs).toBeLessThanOrEqual(40 + report.findings.length);
  });
});
