/** A simulated year of use of one workspace. One of its keys exceeds its quota. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { planStatuses } from "../../src/domain/model/plan.ts";
import { burstPerMinute, hourMs, minuteMs } from "../../src/domain/model/quota.ts";
import { collector } from "../support/collector.ts";
import { at, column, text } from "../support/reply.ts";
import { ids } from "../support/world.ts";
import type { Served } from "../world/workspace/served.ts";
import { dataFolder, newWorkspace, served } from "../world/workspace/served.ts";
import { chanceOf, seed } from "./durability-chance.ts";
import type { Chance } from "./durability-chance.ts";
import { isLong, sized } from "./size.ts";

const days = 366;
const requestsADay = sized(3, 150);
/** Only in the first half of the year. In the second half nothing more is stored. */
const leadsADay = sized(2, 20);
const outboxMessages = 200;
/** The outbox is trimmed to its limit once in this many mails. */
const trimmedEvery = 100;
const journalEntries = 300;
const perHour = 20;
const id = "year";
const base = `/workspaces/${id}`;
const firmLeads = `/firms/${ids.partnerFirm}/leads`;

describe(`a leap year of ${requestsADay} requests a day (seed ${seed})`, () => {
  // A workspace in files differs by where it writes. `load.test.ts` watches the memory of both.
  const places: readonly (readonly [string, () => { readonly data?: string }])[] = [
    ["in files", () => ({ data: dataFolder() })],
    ...(isLong ? [["in memory", () => ({})] as const] : []),
  ];
  it.each(places)(
    "%s: unique ids, ordered lists, exact quotas, bounded mail and journal, and no growth of anything not stored",
    async (where, settings) => {
      const { data } = settings();
      const limits = { outboxMessages, journalEntries, logLevel: "silent" } as const;
      const sandbox = served(data === undefined ? limits : { ...limits, data });
      const now = "2027-09-01T00:00:00.000Z";
      await newWorkspace(sandbox, { id, now, quotaPerHour: null });
      const year = await newYear(sandbox, chanceOf(seed));
      const sizes = newSizes(data);
      for (let day = 0; day < days; day += 1) {
        const isMonthEnd = day % 30 === 29;
        // oxlint-disable-next-line no-await-in-loop -- days in order
        const wrong = await year.day(day < days / 2 ? leadsADay : 0);
        // oxlint-disable-next-line no-await-in-loop -- months in order
        if (isMonthEnd) wrong.push(...(await year.wrong()));
        if (isMonthEnd) sizes.look();
        expect({ day, wrong }).toEqual({ day, wrong: [] });
      }
      const message = await sandbox.control("GET", `${base}/clock`);
      expect(at(message, "data.now")).toBe("2028-09-01T00:00:00.000Z");
      process.stdout.write(`${where}: ${year.message()}; ${sizes.message()}\n`);
      expect(sizes.growth()).toEqual({ heap: true, files: true });
    },
    sized(60_000, 3_600_000),
  );
});

/** The year of one workspace, checked every day. */
async function newYear(sandbox: Served, chance: Chance) {
  const key = await issued(sandbox, null);
  const metered = await issued(sandbox, perHour);
  const given = new Set<string>();
  const active: { readonly id: string; readonly email: string }[] = [];
  const plans: string[] = [];
  let used: number[] = [];
  const count = { requests: 0, refused: 0, signUps: 0 };
  const advance = (by: number) => sandbox.control("POST", `${base}/clock/advance`, { by });
  const create = async (): Promise<readonly string[]> => {
    const email = `n${given.size}@example.com`;
    const clientData = { Plans: [{ type: "Buying" }] };
    const person = { email, firstName: "Ann", lastName: "Ash", clientData };
    const made = await sandbox.api(key, "POST", firmLeads, person);
    if (made.status !== 201) return [`create ${made.status} ${made.text}`];
    const leadId = text(made, "data.id");
    const faults = given.has(leadId) ? [`the id ${leadId} came twice`] : [];
    given.add(leadId);
    active.push({ id: leadId, email });
    return faults;
  };
  const signUp = async (): Promise<readonly string[]> => {
    const lead = active.shift();
    if (lead === undefined) return [];
    const made = await sandbox.control("POST", `${base}/sign-ups`, { email: lead.email });
    const plan = at(made, "data.plans.0.id");
    if (typeof plan !== "string") return [`sign-up ${made.status} ${made.text}`];
    const faults = given.has(plan) ? [`the id ${plan} came twice`] : [];
    given.add(plan);
    plans.push(plan);
    count.signUps += 1;
    return faults;
  };
  const movePlan = async (): Promise<readonly string[]> => {
    const plan = plans[chance(plans.length)];
    const status = planStatuses[chance(planStatuses.length)];
    if (plan === undefined) return [];
    const moved = await sandbox.control("POST", `${base}/plans/${plan}/status`, { status });
    return [200, 409].includes(moved.status) ? [] : [`plan ${moved.status} ${moved.text}`];
  };
  /** Sends a request with the limited key. A naive count of all requests predicts each refusal. */
  const send = async (now: number): Promise<readonly string[]> => {
    used = used.filter((time) => time > now - hourMs);
    const inMinute = used.filter((time) => time > now - minuteMs).length;
    const isAllowed = used.length < perHour && inMinute < burstPerMinute(perHour);
    if (isAllowed) used.push(now);
    const { status } = await sandbox.api(metered, "GET", `/leads/${ids.activeLead}`);
    count.requests += 1;
    count.refused += isAllowed ? 0 : 1;
    const wanted = isAllowed ? 200 : 429;
    return status === wanted ? [] : [`${status} at ${new Date(now).toISOString()}, not ${wanted}`];
  };
  const change = async (): Promise<readonly string[]> => {
    const lead = active[chance(active.length)];
    if (lead === undefined) return [];
    const lastName = `Ash${chance(100)}`;
    const changed = await sandbox.api(key, "PATCH", `/leads/${lead.id}`, { lastName });
    return changed.status === 200 ? [] : [`change ${changed.status} ${changed.text}`];
  };
  return {
    /** Runs one day with that many new Leads, and returns the faults. */
    async day(leads: number): Promise<string[]> {
      const faults: string[] = [];
      for (let number = 0; number < leads; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        faults.push(...(await create()));
      }
      if (leads > 0 && active.length > 20) faults.push(...(await signUp()));
      faults.push(...(await movePlan()), ...(await change()));
      const began = Date.parse(text(await sandbox.control("GET", `${base}/clock`), "data.now"));
      let now = began;
      for (let number = 0; number < requestsADay; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        faults.push(...(await send(now)));
        const left = began + 86_400_000 - 1 - now;
        const pause = Math.min(left, pauses[chance(pauses.length)] ?? 0);
        // oxlint-disable-next-line no-await-in-loop -- the clock moves between requests
        if (pause > 0) await advance(pause);
        now += pause;
      }
      await advance(began + 86_400_000 - now);
      return faults;
    },
    wrong: () => wrongIn(sandbox, key, given.size - plans.length, plans.length),
    message: () => `${JSON.stringify(count)}, ${given.size} ids`,
  };
}

/** Short and long pauses, including the edges of both windows. */
const pauses = [0, 0, 0, 1, 999, 20_000, 30_000, 59_999, 60_000, 60_001, 300_000, 3_599_999];

async function issued(sandbox: Served, quotaPerHour: number | null): Promise<string> {
  const made = await sandbox.control("POST", `${base}/api-keys`, {
    firmId: ids.partnerFirm,
    roleType: "Partner",
    environment: "sandbox",
    quotaPerHour,
  });
  return text(made, "data.key");
}

/** The faults at the end of a month. */
async function wrongIn(sandbox: Served, key: string, leads: number, plans: number) {
  const wrong: string[] = [];
  const ofFixture = { leads: 4, plans: 1 };
  const seen = new Set<unknown>();
  let last = "9999";
  for (let offset = 0; ; offset += 100) {
    const path = `${firmLeads}?limit=100&offset=${offset}&scope=withDeleted`;
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page = await sandbox.api(key, "GET", path);
    const times = column(page, "createdAt").map(String);
    for (const one of column(page, "id")) seen.add(one);
    const isFalling = [last, ...times].every(
      (time, index, of) => time <= (of[index - 1] ?? "9999"),
    );
    if (!isFalling) wrong.push(`the page at ${offset} is out of order`);
    last = times.at(-1) ?? last;
    if (times.length < 100) break;
  }
  const listed = await sandbox.api(key, "GET", "/plans?limit=1");
  const found = { leads: seen.size, plans: Number(at(listed, "meta.total")) };
  const expected = { leads: leads + ofFixture.leads, plans: plans + ofFixture.plans };
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    wrong.push(`${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
  const mails = Number(at(await sandbox.control("GET", `${base}/emails?limit=1`), "meta.total"));
  if (mails >= outboxMessages + trimmedEvery) wrong.push(`${mails} mails`);
  const journal = await sandbox.control("GET", `${base}/requests?limit=1`);
  if (Number(at(journal, "meta.total")) > journalEntries) wrong.push("a longer journal");
  return wrong;
}

/** The sizes of heap and files at the end of each month. */
function newSizes(data: string | undefined) {
  const collect = collector();
  const heaps: number[] = [];
  const files: number[] = [];
  return {
    look(): void {
      collect();
      heaps.push(process.memoryUsage().heapUsed);
      if (data !== undefined) files.push(bytesIn(data));
    },
    growth: () => ({
      heap: lastHalf(heaps) < 1.15,
      files: files.length === 0 || lastHalf(files) < 1.1,
    }),
    message: () =>
      [heaps, files]
        .map((all) => all.map((bytes) => (bytes / 1_048_576).toFixed(1)).join(" "))
        .join(" MiB of heap, files "),
  };
}

/** The largest value of the last half divided by its first. */
function lastHalf(all: readonly number[]): number {
  const half = all.slice(Math.ceil(all.length / 2));
  return Math.max(...half) / (half[0] ?? 1);
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, String(name))))
    .reduce((sum, { size }) => sum + size, 0);
}
