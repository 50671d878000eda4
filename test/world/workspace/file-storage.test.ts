import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { at, text } from "../../support/reply.ts";
import { ids, monday } from "../../support/world.ts";
import type { Contents } from "./contents.ts";
import { contentsOf, live, partnerKey } from "./contents.ts";
import type { Served } from "./served.ts";
import { dataFolder, newLead, newWorkspace, served } from "./served.ts";

const kept = {
  id: "kept",
  label: "leads.test.ts > keeps",
  seed: 5,
  now: monday,
  quotaPerHour: 100,
  assumptions: { "lead.delete": "204" },
};
const parts = ["", "/leads", "/emails", "/assumptions", "/quotas", "/clock", "/api-keys"] as const;

describe("a workspace in a file", () => {
  it("continues with its keys, id numbers and quota after a restart", async () => {
    const data = dataFolder();
    const first = served({ data });
    const key = await usedWorkspace(first);
    first.close();
    const second = served({ data });
    const unbroken = served();
    const sameKey = await usedWorkspace(unbroken);
    const next = await newLead(second, key, "next@example.com");
    expect(next).toBe(await newLead(unbroken, sameKey, "next@example.com"));
    const quotas = await second.control("GET", "/workspaces/kept/quotas");
    expect(at(quotas, "data.0.usedLastHour")).toBe(4);
  });

  it("is its fixture again after a reset, also after a restart", async () => {
    const data = dataFolder();
    const untouched = served();
    await newWorkspace(untouched, kept);
    const first = served({ data });
    await usedWorkspace(first);
    expect((await first.control("POST", "/workspaces/kept/reset", {})).status).toBe(200);
    const wanted = await allOf(untouched);
    expect(await allOf(first)).toEqual(wanted);
    first.close();
    expect(await allOf(served({ data }))).toEqual(wanted);
  });

  it("keeps its label through a reset, a snapshot, another state and a restart", async () => {
    const data = dataFolder();
    const first = served({ data });
    await newWorkspace(first, kept);
    const path = "/workspaces/kept";
    await first.control("POST", `${path}/snapshots`, { name: "one" });
    const state = at(await first.control("GET", `${path}/state`), "data");
    const replies = [
      await first.control("POST", `${path}/reset`, { fixture: "empty" }),
      await first.control("POST", `${path}/snapshots/one/restore`),
      await first.control("PUT", `${path}/state`, state),
    ];
    expect(replies.map((reply) => text(reply, "data.label"))).toEqual(
      replies.map(() => kept.label),
    );
    first.close();
    expect(text(await served({ data }).control("GET", path), "data.label")).toBe(kept.label);
  });

  it("keeps the fixture that it was reset to", async () => {
    const data = dataFolder();
    const first = served({ data });
    await usedWorkspace(first);
    await first.control("POST", "/workspaces/kept/reset", { fixture: "empty" });
    first.close();
    const second = served({ data });
    expect(at(await second.control("GET", "/workspaces/kept/leads"), "meta.total")).toBe(0);
    expect(at(await second.control("GET", "/workspaces/kept"), "data.fixture")).toBe("empty");
  });

  it("names the missing fixture when it is reset without its original file", async () => {
    const data = dataFolder();
    const fixture = join(dataFolder(), "mine.json");
    writeFileSync(fixture, "{}");
    served({ data, fixture }).close();
    const second = served({ data });
    const reply = await second.control("POST", "/reset");
    expect(reply.status).toBe(422);
    expect(text(reply, "message")).toBe('There is no fixture "mine".');
    expect((await second.control("POST", "/reset", { fixture: "empty" })).status).toBe(200);
  });

  it("is restored completely, row by row and component by component, except for journal, counters and events", async () => {
    const data = dataFolder();
    const first = served({ data });
    await live(first);
    // As a shutdown does.
    first.workspace().save();
    const before = withoutHistory(contentsOf(first));
    first.close();
    const second = served({ data });
    expect(withoutHistory(contentsOf(second))).toEqual(before);
    expect(second.workspace().journal.standing().entries).toBe(0);
    expect(second.workspace().events.cursor()).toBe(0);
    expect(second.workspace().counters.counts().requests).toBe(0);
  });

  it("continues its request numbers, so that no request id repeats", async () => {
    const data = dataFolder();
    const first = served({ data });
    const seen = [await requestId(first), await requestId(first)];
    first.close();
    expect(seen).not.toContain(await requestId(served({ data })));
  });

  it("is still marked as open after a restore, so that a lost log is detected", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    await usedWorkspace(sandbox);
    await sandbox.control("POST", "/workspaces/kept/snapshots", { name: "one" });
    await sandbox.control("POST", "/workspaces/kept/snapshots/one/restore");
    expect(openIn(data)).toEqual(["kept"]);
  });

  it("shows its firms and keys after a start, and opens only at its first request", async () => {
    const data = dataFolder();
    const first = served({ data });
    const key = await usedWorkspace(first);
    const before = await first.control("GET", "/workspaces");
    first.close();
    const second = served({ data });
    const after = await second.control("GET", "/workspaces");
    expect(at(after, "data.1.firms")).toEqual(at(before, "data.1.firms"));
    expect(openIn(data)).toEqual([]);
    expect((await second.api(key, "GET", "/leads")).status).toBe(200);
    expect(openIn(data)).toEqual(["kept"]);
  });

  it("reports damage that occurred after the start by file name at first use, and leaves the file unchanged", async () => {
    const data = dataFolder();
    const first = served({ data });
    const key = await usedWorkspace(first);
    first.close();
    const second = served({ data });
    const file = join(data, "kept.sqlite");
    writeFileSync(file, "no database at all");
    const reply = await second.control("GET", "/workspaces/kept/leads");
    expect(reply.status).toBe(500);
    expect(text(reply, "message")).toContain(`The workspace file ${file} cannot be opened: `);
    expect((await second.api(key, "GET", "/leads")).status).toBe(500);
    expect(readFileSync(file, "utf8")).toBe("no database at all");
    expect((await second.control("GET", "/leads")).status).toBe(200);
    // The number of requests cannot be saved.
    expect(() => second.close()).toThrow(file);
  });
});

/** The workspaces whose files are open. */
function openIn(data: string): readonly string[] {
  const mark = ".sqlite-open";
  return readdirSync(data).flatMap((name) =>
    name.endsWith(mark) ? name.slice(0, -mark.length) : [],
  );
}

/** The id of the next request. */
async function requestId(sandbox: Served): Promise<string | null> {
  const { headers } = await sandbox.api(partnerKey.key, "GET", "/leads");
  return headers.get("x-sandbox-request-id");
}

/** A restart keeps the number of requests, but not the journal entries. */
function withoutHistory(contents: Contents): Contents {
  const history = ["part journal", "part coverage counters", "part events"];
  return Object.fromEntries(Object.entries(contents).filter(([name]) => !history.includes(name)));
}

/** A workspace with changed Leads, mail, clock, assumptions and quota. Returns its key. */
async function usedWorkspace(sandbox: Served): Promise<string> {
  const key = await newWorkspace(sandbox, kept);
  const lead = await newLead(sandbox, key, "kept@example.com");
  await sandbox.api(key, "PATCH", `/leads/${lead}`, { firstName: "Zoë" });
  await sandbox.api(key, "DELETE", `/leads/${ids.activeLead}`);
  await sandbox.control("POST", "/workspaces/kept/clock/advance", { by: "PT10M" });
  await sandbox.control("PUT", "/workspaces/kept/assumptions", { "lead.in-use": "409" });
  return key;
}

/**
 * The response for one part of the workspace, without the clock's distance from the system time.
 */
async function partOf(sandbox: Served, path: string): Promise<string> {
  const reply = await sandbox.control("GET", `/workspaces/kept${path}`);
  return `${reply.status} ${reply.text.replace(/"offsetMs":-?\d+/, "")}`;
}

function allOf(sandbox: Served): Promise<readonly string[]> {
  return Promise.all(parts.map((path) => partOf(sandbox, path)));
}
