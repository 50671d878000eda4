/** What a replay creates has other ids than the recording, and some records have an owner that no answer shows. */
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { checked, undecidedIn } from "./checked.ts";
import type { Driver } from "./recorded.ts";
import { firm, recordedHar } from "./recorded.ts";

const leads = `/v1/firms/${firm}/leads`;
const zoe = { email: "zoe@mail.example", firstName: "Zoe", lastName: "Zimmer" };

const Archive = z.looseObject({
  log: z.looseObject({
    entries: z.array(
      z.looseObject({
        request: z.looseObject({ method: z.string(), url: z.string() }),
        response: z.looseObject({ content: z.looseObject({ text: z.string().optional() }) }),
      }),
    ),
  }),
});
type Entry = z.infer<typeof Archive>["log"]["entries"][number];

/** A recording after `change` of its entries. */
function changed(text: string, change: (entries: readonly Entry[]) => readonly Entry[]): string {
  const archive = Archive.parse(JSON.parse(text));
  return JSON.stringify({ log: { ...archive.log, entries: change(archive.log.entries) } });
}

const isCreate = ({ request }: Entry): boolean => request.method === "POST";

async function explained(drive: (driver: Driver) => Promise<void>) {
  return checked([await recordedHar({}, drive)]);
}

describe("check-har of a created Lead", () => {
  it.each([
    ["its id", (id: string) => ({ id })],
    ["a list of ids", (id: string) => ({ id: { $in: [id] } })],
  ])("explains a filter by %s", async (_name, filterOf) => {
    const { report } = await explained(async ({ api }) => {
      const { json } = await api("POST", leads, zoe);
      const filter = JSON.stringify(filterOf(json.data?.["id"] ?? ""));
      await api("GET", `${leads}?filter=${encodeURIComponent(filter)}`);
    });
    expect(report).toMatchObject({ calls: { total: 2, judged: 2 }, unexplained: [] });
  });

  it("explains the reads of one whose answer was not recorded", async () => {
    const text = await recordedHar({}, async ({ api }) => {
      const { json } = await api("POST", leads, zoe);
      await api("GET", `/v1/leads/${json.data?.["id"]}`);
      await api("GET", leads);
    });
    const { report } = await checked([
      changed(text, (entries) =>
        entries.map((one) =>
          isCreate(one) ? { ...one, response: { ...one.response, content: {} } } : one,
        ),
      ),
    ]);
    expect(report).toMatchObject({ calls: { total: 3, judged: 3 }, unexplained: [] });
  });

  it("does not send a body that the export of the sandbox has cut", async () => {
    const given = await explained(async ({ api }) => {
      const clientData = { notes: "n".repeat(20_000) };
      const { json } = await api("POST", leads, { ...zoe, clientData });
      await api("GET", `/v1/leads/${json.data?.["id"]}`);
    });
    expect(given.report.unexplained).toEqual([]);
    expect(undecidedIn(given)).toEqual({ "no-request-body": 1, "unknown-record": 1 });
  });

  it("gives one that appears to the Firm of the key that saw it", async () => {
    const text = await recordedHar({}, async ({ api, client, advance }) => {
      const { key } = await client.apiKeys.issue({
        firmId: "MapleRow",
        roleType: "Partner",
        environment: "sandbox",
      });
      await api("GET", leads);
      await advance("PT1M");
      const { json } = await api("POST", "/v1/firms/MapleRow/leads", zoe, key);
      await advance("PT1M");
      await api("GET", leads);
      await advance("PT1M");
      expect((await api("GET", `/v1/leads/${json.data?.["id"]}`, undefined, key)).status).toBe(200);
    });
    const { report } = await checked([changed(text, (all) => all.filter((one) => !isCreate(one)))]);
    expect(report).toMatchObject({ calls: { total: 3, judged: 3 }, unexplained: [] });
  });
});

describe("check-har of Plans", () => {
  it("does not judge those that no Lead of the recording has", async () => {
    const { report } = await explained(async ({ api }) => {
      expect((await api("GET", "/v1/plans")).status).toBe(200);
      expect((await api("GET", "/v1/plans/PlanHP01")).status).toBe(200);
    });
    expect(report.unexplained).toEqual([]);
  });

  it("explains those of a Lead that converted before a list shows them", async () => {
    const { report } = await explained(async ({ api, client, advance }) => {
      const clientData = { Plans: [{ type: "Buying", name: "Cottage" }] };
      const { json } = await api("POST", leads, { ...zoe, clientData });
      await advance("PT1M");
      await client.signUp({ email: zoe.email });
      await advance("PT1M");
      await api("GET", "/v1/plans?limit=1&order=-createdAt");
      await api("GET", `/v1/leads/${json.data?.["id"]}?scope=withDeleted`);
      await api("GET", "/v1/plans");
    });
    expect(report.unexplained).toEqual([]);
    expect(report.calls.judged).toBeGreaterThan(2);
  });
});
