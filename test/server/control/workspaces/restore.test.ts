import { readdirSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, replyOf, text } from "../../../support/reply.ts";
import { ids } from "../../../support/world.ts";
import { partnerKey } from "../../../world/workspace/contents.ts";
import type { Served } from "../../../world/workspace/served.ts";
import { dataFolder, newLead, served } from "../../../world/workspace/served.ts";
import { control, withTwo } from "../access/isolated.ts";
import { damages } from "./damaged-snapshots.ts";
import { restoring, snapshotOf } from "./restoring.ts";

const storages: readonly {
  readonly storage: string;
  readonly options: () => SandboxOptions;
}[] = [
  { storage: "memory", options: () => ({}) },
  { storage: "files", options: () => ({ data: dataFolder() }) },
];

const now = "2030-03-02T09:00:00.000Z";

/** A sandbox whose default workspace differs from its fixture in every way, and its snapshot. */
async function changed(options: SandboxOptions = {}) {
  const sandbox = served(options);
  await sandbox.control("PUT", "/clock", { mode: "frozen", now });
  await sandbox.control("PUT", "/assumptions", { "lead.delete": "204" });
  await sandbox.control("POST", "/faults", { match: { method: "PATCH" }, then: { status: 503 } });
  const lead = await newLead(sandbox, partnerKey.key, "before@example.com");
  await sandbox.control("POST", `/leads/${ids.activeLead}/convert`);
  return { sandbox, lead, image: await snapshotOf(sandbox) };
}

const copy = "/workspaces/copy";

describe.each(storages)("POST /workspaces/restore in $storage", ({ options }) => {
  it("201 with the records, mail, clock, faults and assumptions of another sandbox", async () => {
    const { sandbox: source, lead, image } = await changed();
    const target = served(options());
    const reply = await restoring(target, image);
    expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
    expect(text(reply, "data.clock.now")).toBe(now);
    const same = ["/leads", "/faults", "/emails", "/assumptions"];
    for (const path of same) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const [mine, theirs] = await Promise.all([
        target.control("GET", copy + path),
        source.control("GET", path),
      ]);
      expect(at(mine, "data")).toEqual(at(theirs, "data"));
    }
    const key = text(reply, "data.firms.0.apiKeys.0.key");
    expect(key).not.toBe(partnerKey.key);
    expect((await target.api(key, "GET", `/leads/${lead}`)).status).toBe(200);
    expect((await target.api(key, "DELETE", `/leads/${lead}`)).status).toBe(204);
    expect(await newLead(target, key, "later@example.com")).not.toBe(lead);
    expect((await target.api(partnerKey.key, "GET", `/leads/${lead}`)).status).toBe(404);
  });

  it("201 with a generated id, and the keys that are free here", async () => {
    const source = served();
    await source.control("POST", "/workspaces", { id: "theirs", seed: 77 });
    const image = await snapshotOf(source, "one", "/workspaces/theirs");
    const target = served(options());
    const first = await restoring(target, image, "/workspaces/restore");
    const second = await restoring(target, image, "/workspaces/restore");
    const theirs = await source.control("GET", "/workspaces/theirs");
    const keyIn = "data.firms.0.apiKeys.0.key";
    expect(text(first, "data.id")).not.toBe(text(second, "data.id"));
    expect(text(first, keyIn)).toBe(text(theirs, keyIn));
    expect(text(second, keyIn)).not.toBe(text(theirs, keyIn));
  });

  it("409 for an id in use, 422 for an id that is none", async () => {
    const { image } = await changed();
    const target = served(options());
    expect((await restoring(target, image, "/workspaces/restore?id=default")).status).toBe(409);
    expect((await restoring(target, image)).status).toBe(201);
    expect((await restoring(target, image)).text).toContain("already exists");
    for (const id of ["../up", "a/b", "", "con", ".hidden", "a".repeat(65), "%00"]) {
      const path = `/workspaces/restore?id=${encodeURIComponent(id)}`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(`${id} ${(await restoring(target, image, path)).status}`).toBe(`${id} 422`);
    }
  });

  it.each(damages)("422 for $what, and no workspace", async ({ damage, reason }) => {
    const { image } = await changed();
    const folder = dataFolder();
    const target = served(options().data === undefined ? {} : { data: folder });
    const before = readdirSync(folder);
    const reply = await restoring(target, damage(image));
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(text(reply, "message")).toMatch(reason);
    expect((await target.control("GET", copy)).status).toBe(404);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe("POST /workspaces/restore", () => {
  it.each(["application/x-www-form-urlencoded", "application/json"])(
    "201 for bytes sent as %s, as curl does",
    async (type) => {
      const { sandbox, image } = await changed();
      const reply = await restoring(sandbox, image, undefined, { "content-type": type });
      expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
    },
  );

  it("421 for an id of another shard, and keys of its own shard", async () => {
    const { image } = await changed({ shard: "0a" });
    const target = served({ shard: "0b" });
    expect((await restoring(target, image, "/workspaces/restore?id=0a-copy")).status).toBe(421);
    const reply = await restoring(target, image, "/workspaces/restore?id=copy");
    expect(text(reply, "data.id")).toBe("0b-copy");
    expect(text(reply, "data.firms.0.apiKeys.0.key")).toMatch(/^0b/);
    const issue = {
      firmId: ids.partnerFirm,
      roleType: "Partner",
      environment: "sandbox",
      quotaPerHour: 9,
    };
    const issued = await target.control("POST", "/workspaces/0b-copy/api-keys", issue);
    expect(text(issued, "data.key")).toMatch(/^0b/);
  });

  it.each([
    ["--workspace-bytes-max", { workspaceBytesMax: 4_096 }],
    ["--bytes-max", { bytesMax: 60_000 }],
  ])("507 over %s, and no workspace", async (flag, limits) => {
    const { image } = await changed();
    const target = served(limits);
    const reply = await restoring(target, image);
    expect(`${reply.status} ${reply.text}`).toContain(flag);
    expect(reply.status).toBe(507);
    expect((await target.control("GET", copy)).status).toBe(404);
  });

  it("413 for more than 64 MiB", async () => {
    const reply = await restoring(served(), Buffer.alloc(64 * 1024 * 1024 + 1));
    expect(`${reply.status} ${reply.text}`).toMatch(/^413 .*67,108,864/);
  });

  it("lives as long as other new workspaces, without the label and the owner of the source", async () => {
    const source = served();
    await source.control("POST", "/workspaces", {
      id: "old",
      label: "x",
      owner: "y",
      ttlSeconds: 60,
    });
    const image = await snapshotOf(source, "s", "/workspaces/old");
    const reply = await restoring(served(), image);
    expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
    expect(reply.text).not.toMatch(/"label":"x"|"owner":"y"/);
    expect(at(reply, "data.expiresAt") ?? null).toBeNull();
  });

  it("is kept with --data, with its keys, after a restart", async () => {
    const { image } = await changed();
    const data = dataFolder();
    const first = served({ data });
    const key = text(await restoring(first, image), "data.firms.0.apiKeys.0.key");
    first.close();
    const again = served({ data });
    expect((await again.api(key, "GET", "/leads")).status).toBe(200);
    expect((await again.control("GET", `${copy}/clock`)).text).toContain(now);
  });
});

function sending(sandbox: Pick<Served, "fetch">, image: Buffer, token: string): Promise<Reply> {
  return restoring(sandbox, image, "/workspaces/restore?id=copy", {
    authorization: `Bearer ${token}`,
  });
}

describe("tokens and POST /workspaces/restore", () => {
  it("the control token restores with --isolate, and the workspace has a token of its own", async () => {
    const { image } = await changed();
    const { sandbox, send } = await withTwo();
    const reply = await sending(sandbox, image, control);
    expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
    const token = text(reply, "data.token");
    expect((await send("GET", "/_sandbox/workspaces/copy", token)).status).toBe(200);
    expect((await send("GET", "/_sandbox/workspaces/copy", control)).status).toBe(403);
  });

  it("403 for the token of a workspace, even of one named restore, which reaches itself", async () => {
    const { image } = await changed();
    const { sandbox, mine, make } = await withTwo();
    const named = await make("restore");
    expect((await sending(sandbox, image, mine)).status).toBe(403);
    expect((await sending(sandbox, image, named)).status).toBe(403);
    const own = new Request("http://127.0.0.1/_sandbox/workspaces/restore", {
      headers: { authorization: `Bearer ${named}` },
    });
    expect((await replyOf(await sandbox.fetch(own))).status).toBe(200);
  });
});
