import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { controlOperations } from "../src/server/control/calls/operations.ts";
import { start, startProgram, startReady, temporaryFolder } from "./apps/cli/program.ts";
import { runVerify } from "./apps/cli/verify-run.ts";
import { pactOf } from "./contract/pacts.ts";
import { healthOf, images, startChecked, untilReady, whyNoImages } from "./image/podman.ts";
import { exchange, listening } from "./network/http/client.ts";
import { takeTour } from "./peer-bugs/tour.ts";
import { openWaitingClients } from "./peer-bugs/waiting-clients.ts";
import { created, isUnexpected, waveSize, wavesOfLeads } from "./peer-bugs/waves.ts";
import { sinceStart, toldUnderFaults } from "./property/faulty-history.ts";
import { someHistory } from "./property/history.ts";
import { newFilledWorld, sendRaw, tellAll } from "./server/control/paths.ts";
import { column } from "./support/reply.ts";
import { newSandbox } from "./support/sandbox.ts";
import { isRemote } from "./support/target.ts";
import { ids, monday, newWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

const leadsOfFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const noImages = whyNoImages("bug 3 of test/peer-bugs.test.ts");
const noOutbound = ["--import", "./test/peer-bugs/no-outbound.ts"];

/**
 * Bugs of other emulators, one test each; 11 is in `peer-bugs/documents.test.ts`. Tests that need their own sandboxes or processes cannot
 * run against a URL.
 */
describe.skipIf(isRemote)("a known bug of other emulators", () => {
  it.each([
    { limit: "burst of 10 a minute", quotaPerHour: 100, apartMs: 0, allowed: 10 },
    { limit: "quota of 5 an hour", quotaPerHour: 5, apartMs: 60_000, allowed: 5 },
    { limit: "quota of 1 an hour", quotaPerHour: 1, apartMs: 60_000, allowed: 1 },
  ])("1. a $limit allows N requests and rejects request N + 1", async (row) => {
    const world = await newWorld({ quotaPerHour: row.quotaPerHour });
    const statuses: number[] = [];
    for (let sent = 0; sent <= row.allowed; sent += 1) {
      // oxlint-disable-next-line no-await-in-loop -- requests are counted in their order
      statuses.push((await world.api("GET", "/v1/leads")).status);
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      await world.control("POST", "/clock/advance", { by: row.apartMs });
    }
    expect(statuses).toEqual([...Array.from({ length: row.allowed }, () => 200), 429]);
  });

  it("2. a verification without any checks fails", async () => {
    const empty = await runVerify([temporaryFolder()]);
    expect(empty.code).toBe(1);
    expect(empty.stdout).toContain("Nothing was verified");
  });

  it.skipIf(noImages !== null)(
    `3. the health check of the image reports healthy${noImages ?? ""}`,
    async () => {
      const name = await startChecked(images.server);
      await untilReady(name);
      expect(await healthOf(name)).toBe("healthy");
    },
    60_000,
  );

  it("4. a reset clears every component, also under concurrent requests", async () => {
    const world = await newWorld({ fixture: "empty", quotaPerHour: 500 });
    const before = await tellAll(world);
    await world.control("POST", "/faults", { then: { delayMs: 1 }, probability: 0.5 });
    expect((await wavesOfLeads(world)).filter(isUnexpected)).toEqual([]);
    const all = waveSize;
    expect(await created(world)).toEqual({ leads: all, mails: all, journaled: all, events: all });
    await world.control("POST", "/reset");
    expect(await tellAll(world)).toBe(before);
  });

  it("5. SIGTERM ends the process with 0 within 2 s, even if clients wait, listen or hang", async () => {
    const program = await startReady();
    await openWaitingClients(program.ready);
    const signalled = performance.now();
    program.process.kill("SIGTERM");
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(performance.now() - signalled).toBeLessThan(2_000);
  });

  it("6. limiter, faults, ids, mail dates and timestamps depend only on the clock and the seed", async () => {
    const [history = []] = fc.sample(someHistory, { seed: 6, numRuns: 1 });
    const first = await toldUnderFaults(history, { seed: 6, now: monday });
    for (const sign of [/^429 /, /^503 /, /^502 /, /\r\nDate: /, /"createdAt":"2026-03-02/]) {
      expect(first.filter((line) => sign.test(line) || sign.test(line.slice(4)))).not.toEqual([]);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2031, 6, 1) });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    expect(await toldUnderFaults(history, { seed: 6, now: monday })).toEqual(first);
    const later = "2027-11-28T23:59:58.000Z";
    const shifted = await toldUnderFaults(history, { seed: 6, now: later });
    expect(sinceStart(shifted, later)).toEqual(sinceStart(first, monday));
  });

  it.each(
    ["retry-after", "ratelimit", "ratelimit-06", "x-ratelimit"].flatMap((headers) =>
      ["rolling-60-s", "clock-minute"].flatMap((burst) => [
        { headers, burst, limit: "the burst", quotaPerHour: 100, over: 0 },
        { headers, burst, limit: "the hour", quotaPerHour: 10, over: 1_800_000 },
      ]),
    ),
  )(
    "7. a Retry-After of $limit is exact to the second, under $headers and $burst",
    async ({ headers, burst, quotaPerHour, over }) => {
      const assumptions = { "quota.headers": headers, "quota.burst": burst };
      const now = "2026-03-02T09:00:07.250Z";
      const world = await newWorld({ quotaPerHour, assumptions, now });
      const used = `/quotas/${world.keyIds.partner}/use`;
      await world.control("POST", used, { count: 10, over });
      // From here on, the reported time is not a whole number of seconds ahead.
      await world.control("POST", "/clock/advance", { by: 300 });
      const refused = await world.api("GET", "/v1/leads");
      const seconds = Number(refused.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(1);
      const statuses = [refused.status, await statusAfter(world, seconds - 1)];
      expect([...statuses, await statusAfter(world, 1)]).toEqual([429, 429, 200]);
    },
  );

  it("8. an unknown provider state fails the verification and lists the nearest names", async () => {
    const file = join(temporaryFolder(), "pact.json");
    const pact = pactOf([{ description: "a lead", states: ["an activ lead exists"] }]);
    writeFileSync(file, JSON.stringify(pact));
    const unknown = await runVerify([file, "--no-static"]);
    expect(unknown.code).toBe(1);
    expect(unknown.stdout).toContain('"an active lead exists"');
  });

  it.each([
    { name: "a foreign Origin", headers: { origin: "https://evil.example" }, status: 403 },
    { name: "a Host that can be rebound", headers: { host: "evil.example" }, status: 403 },
    { name: "a body as text/plain", headers: { "content-type": "text/plain" }, status: 422 },
  ])("9. the sandbox rejects a cross-site request: $name", async ({ headers, status }) => {
    const target = await listening();
    const before = await target.control("GET", "/state");
    const sent = { method: "POST", path: "/_sandbox/reset", rawBody: '{"fixture":"empty"}' };
    expect(await exchange(target.url, { ...sent, headers })).toMatchObject({ status });
    expect(await target.control("GET", "/state")).toEqual(before);
  });

  it("10. a tour of both planes opens no outbound connection", async () => {
    const probe = ["--input-type=module", "--eval", 'await fetch("http://203.0.113.1/")'];
    const probed = await startProgram(process.execPath, [...noOutbound, ...probe], {}).ended;
    expect(probed.stderr).toContain('outbound: fetch "http://203.0.113.1/"');
    const program = await startReady([], { NODE_OPTIONS: noOutbound.join(" ") });
    expect(await takeTour(program.ready)).toEqual([]);
    program.process.kill("SIGTERM");
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("12. keys appear only in lists of keys", async () => {
    const world = await newWorld();
    const key = world.keys.partner;
    const body = { email: "kai@example.com", firstName: key, lastName: "B", [key]: key };
    const headers = { authorization: `Bearer ${key}`, cookie: `key=${key}` };
    await world.api("POST", `${leadsOfFirm}?key=${key}`, { body, headers });
    await world.api("GET", `/v1/leads/${key}?include=${key}`, { headers });
    const expected = await Promise.all(
      ["/requests", "/requests.har", "/events", "/emails", "/quotas", "/coverage", "/faults"].map(
        (path) => world.control("GET", path),
      ),
    );
    expect(expected.filter(({ text }) => text.includes(key)).map(({ text }) => text)).toEqual([]);
    expect(column(expected[0] ?? (await world.control("GET", "/requests")), "status")).toHaveLength(
      2,
    );
  });

  it("12. memory is bounded: after 20 000 requests the journal keeps 10 000 and reports the number it dropped", async () => {
    const sandbox = newSandbox({ quota: null });
    for (let sent = 0; sent < 20_000; sent += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a client would
      await sandbox.fetch(new Request(`http://partner.localhost/v1/leads?number=${sent}`));
    }
    const { journal, events } = sandbox.workspace();
    const { entries, dropped, bytes } = journal.standing();
    expect({ entries, dropped }).toEqual({ entries: 10_000, dropped: 10_000 });
    expect(bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(journal.newest()?.query).toBe("number=19999");
    expect(journal.entries().at(-1)?.query).toBe("number=10000");
    expect(Object.values(events.inspect() ?? {}).length).toBeLessThan(20_000);
  });

  it.each(["[]", '[{"to":"a"}]', '{"to":', "7", '"reset"'])(
    "13. every call, DELETE included, rejects a body that is not an object: %s",
    async (body) => {
      const { world, pathOf, everything } = await newFilledWorld();
      const before = await everything();
      const calls = controlOperations.filter(({ method }) => method !== "GET");
      expect(calls.filter(({ method }) => method === "DELETE").length).toBeGreaterThan(5);
      for (const operation of calls) {
        // oxlint-disable-next-line no-await-in-loop -- a failure shows the name of the one that passed
        const reply = await sendRaw(world, operation.method, pathOf(operation), body);
        expect(`${operation.id} ${reply.status}`).toBe(`${operation.id} 422`);
      }
      expect(await everything()).toBe(before);
    },
  );

  it("14. a corrupt data file aborts startup with its name and stays unchanged", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "default.sqlite");
    writeFileSync(file, "no database\n".repeat(1_000));
    const { code, stdout, stderr } = await start(["--port", "0", "--data", folder]).ended;
    expect(stderr).toContain(`The workspace file ${file} cannot be opened`);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(readFileSync(file, "utf8")).toBe("no database\n".repeat(1_000));
  });
});

async function statusAfter(world: World, seconds: number): Promise<number> {
  await world.control("POST", "/clock/advance", { by: seconds * 1_000 });
  return (await world.api("GET", "/v1/leads")).status;
}
