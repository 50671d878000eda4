import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { at, text } from "../support/reply.ts";
import { ids, monday } from "../support/world.ts";
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
  it.each(parts)("is found again after the end of the program as it was: W%s", async (path) => {
    const data = dataFolder();
    const first = served({ data });
    await usedWorkspace(first);
    const before = await partOf(first, path);
    first.close();
    expect(await partOf(served({ data }), path)).toEqual(before);
  });

  it("goes on with its keys, numbers of ids and quota", async () => {
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

  it("is its fixture again after a reset, now and after the end of the program", async () => {
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

  it("keeps its label through a reset, a snapshot, another state and the end of the program", async () => {
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

  it("keeps to the fixture it was reset to", async () => {
    const data = dataFolder();
    const first = served({ data });
    await usedWorkspace(first);
    await first.control("POST", "/workspaces/kept/reset", { fixture: "empty" });
    first.close();
    const second = served({ data });
    expect(at(await second.control("GET", "/workspaces/kept/leads"), "meta.total")).toBe(0);
    expect(at(await second.control("GET", "/workspaces/kept"), "data.fixture")).toBe("empty");
  });

  it("says which fixture is not there when it is reset without the file it was made from", async () => {
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

  it("is whole again, row by row and part by part, except for journal, counters and events", async () => {
    const data = dataFolder();
    const first = served({ data });
    await live(first);
    // As the end of the program does.
    first.workspace().save();
    const before = withoutHistory(contentsOf(first));
    first.close();
    const second = served({ data });
    expect(withoutHistory(contentsOf(second))).toEqual(before);
    expect(second.workspace().journal.standing().entries).toBe(0);
    expect(second.workspace().events.cursor()).toBe(0);
    expect(second.workspace().counters.counts().requests).toBe(0);
  });

  it("counts its requests on, so that none has the id of one before", async () => {
    const data = dataFolder();
    const first = served({ data });
    const seen = [await requestId(first), await requestId(first)];
    first.close();
    expect(seen).not.toContain(await requestId(served({ data })));
  });

  it("is found again after it was restored half way: what a stopped restore left is passed over", async () => {
    const data = dataFolder();
    const first = served({ data });
    await usedWorkspace(first);
    await first.control("POST", "/workspaces/kept/snapshots", { name: "one" });
    const before = await allOf(first);
    first.close();
    writeFileSync(join(data, "kept.sqlite.next"), "half of a database");
    const second = served({ data });
    expect(await allOf(second)).toEqual(before);
    const restored = await second.control("POST", "/workspaces/kept/snapshots/one/restore");
    expect(restored.status).toBe(200);
    expect(readdirSync(data)).not.toContain("kept.sqlite.next");
  });

  it("is still marked as open after a restore, so that a log that is lost would be missed", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    await usedWorkspace(sandbox);
    await sandbox.control("POST", "/workspaces/kept/snapshots", { name: "one" });
    await sandbox.control("POST", "/workspaces/kept/snapshots/one/restore");
    expect(openIn(data)).toEqual(["kept"]);
  });

  it("is gone with its files when it is dropped", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    await usedWorkspace(sandbox);
    await sandbox.control("DELETE", "/workspaces/kept");
    expect(readdirSync(data).filter((name) => name.startsWith("kept"))).toEqual([]);
  });

  it("is shown with its firms and keys after a start, and opened by its first request alone", async () => {
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

  it("that is damaged after the start is reported by name when it is first used, and is left alone", async () => {
    const data = dataFolder();
    const first = served({ data });
    const key = await usedWorkspace(first);
    first.close();
    const second = served({ data });
    const file = join(data, "kept.sqlite");
    writeFileSync(file, "no database at all");
    const reply = await second.control("GET", "/workspaces/kept/leads");
    expect(reply.status).toBe(500);
    expect(text(reply, "message")).toContain(`The workspace file ${file} cannot be used: `);
    expect((await second.api(key, "GET", "/leads")).status).toBe(500);
    expect(readFileSync(file, "utf8")).toBe("no database at all");
    expect((await second.control("GET", "/leads")).status).toBe(200);
    // How many requests there were cannot be kept.
    expect(() => second.close()).toThrow(file);
  });

  it("that is invalid stops the start, naming the file", () => {
    const data = dataFolder();
    writeFileSync(join(data, "broken.sqlite"), "no database at all");
    expect(() => served({ data })).toThrow(join(data, "broken.sqlite"));
  });
});

/** The workspaces whose files are open. */
function openIn(data: string): readonly string[] {
  const mark = ".sqlite-open";
  return readdirSync(data).flatMap((name) =>
    name.endsWith(mark) ? name.slice(0, -mark.length) : [],
  );
}

/** The id that a request is given. */
async function requestId(sandbox: Served): Promise<string | null> {
  const { headers } = await sandbox.api(partnerKey.key, "GET", "/leads");
  return headers.get("x-sandbox-request-id");
}

/** Entries are not kept over a restart; the number of requests is. */
function withoutHistory(contents: Contents): Contents {
  const history = ["part journal", "part coverage counters", "part events"];
  return Object.fromEntries(Object.entries(contents).filter(([name]) => !history.includes(name)));
}

/** A workspace whose Leads, mail, clock, assumptions and quota are not those it was made with; answers its key. */
async function usedWorkspace(sandbox: Served): Promise<string> {
  const key = await newWorkspace(sandbox, kept);
  const lead = await newLead(sandbox, key, "kept@example.com");
  await sandbox.api(key, "PATCH", `/leads/${lead}`, { firstName: "Zoë" });
  await sandbox.api(key, "DELETE", `/leads/${ids.activeLead}`);
  await sandbox.control("POST", "/workspaces/kept/clock/advance", { by: "PT10M" });
  await sandbox.control("PUT", "/workspaces/kept/assumptions", { "lead.in-use": "409" });
  return key;
}

/** One part of the workspace; how far its clock is from the system's is left out. */
async function partOf(sandbox: Served, path: string): Promise<string> {
  const reply = await sandbox.control("GET", `/workspaces/kept${path}`);
  return `${reply.status} ${reply.text.replace(/"offsetMs":-?\d+/, "")}`;
}

function allOf(sandbox: Served): Promise<readonly string[]> {
  return Promise.all(parts.map((path) => partOf(sandbox, path)));
}
