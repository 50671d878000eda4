import { cpSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { newWorkspaceTokens } from "../../../../src/server/control/access/workspace-tokens.ts";
import type { ControlOperation } from "../../../../src/server/control/calls/operation.ts";
import { controlOperations } from "../../../../src/server/control/calls/operations.ts";
import type { Reply } from "../../../support/reply.ts";
import { column } from "../../../support/reply.ts";
import { newSandbox } from "../../../support/sandbox.ts";
import { isRemote } from "../../../support/target.ts";
import { dataFolder } from "../../../world/workspace/served.ts";
import { newFilledWorld } from "../paths.ts";
import { samples } from "../samples.ts";
import { control, isolated, sender, withTwo } from "./isolated.ts";

/** The path of a call to a workspace; what it names need not exist. */
function pathTo(operation: ControlOperation, id: string): string {
  const base = operation.level === "server" ? "" : `/workspaces/${id}`;
  const path = operation.path.replace("{workspaceId}", id).replaceAll(/\{\w+\}/g, "x");
  return `/_sandbox${base}${path}${samples[operation.id]?.query ?? ""}`;
}

/** A workspace in which every path exists, in a sandbox that was started again with isolation. */
async function filled() {
  const [before, now] = [dataFolder(), dataFolder()];
  const { world, pathOf } = await newFilledWorld({ sandbox: { data: before } });
  cpSync(before, now, { recursive: true, filter: (path) => !path.endsWith("lock") });
  const send = sender(newSandbox({ data: now, smtpUrl: "smtp://127.0.0.1:1", ...isolated }));
  // The workspace is older than the control token, so it has no salt.
  const own = newWorkspaceTokens(control, { saltOf: () => "0" }).of(world.id);
  return (operation: ControlOperation): Promise<Reply> => {
    const { query = "", body } = samples[operation.id] ?? {};
    return send(operation.method, pathOf(operation) + query, own, body);
  };
}

const levels = {
  server: controlOperations.filter(({ level, path }) => level === "server" && !ofOne(path)),
  workspace: controlOperations.filter(({ level, path }) => level === "workspace" || ofOne(path)),
};

/** Whether a call at server level is about one workspace. */
function ofOne(path: string): boolean {
  return path.startsWith("/workspaces/{workspaceId}");
}

/** The calls that anybody may make, and those whose answer is the same for every workspace. */
const open = [
  "get-llms",
  "get-control-document",
  "get-docs",
  "get-docs-asset",
  "get-console",
  "get-console-asset",
  "list-kits",
  "get-kit",
];
const shared = ["get-rules", "open-session", "close-session"];

/** Calls that end the workspace, or others with it, come last. */
function lastIfItEnds(calls: readonly ControlOperation[]): readonly ControlOperation[] {
  const ends = ["delete-snapshot", "remove-fault", "remove-faults", "reset-workspace"];
  const order = ({ id }: ControlOperation): number =>
    id === "drop-workspace" ? 100 : ends.indexOf(id);
  return calls.toSorted((one, another) => order(one) - order(another));
}

// These sandboxes run in this process.
describe.skipIf(isRemote)("the token of a workspace", () => {
  it("403 without effect for each call to another workspace", async () => {
    const { send, mine, other } = await withTwo();
    const state = () => send("GET", "/_sandbox/workspaces/other/state", other);
    const before = (await state()).text;
    for (const operation of levels.workspace) {
      const path = pathTo(operation, "other");
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await send(operation.method, path, mine, samples[operation.id]?.body);
      expect(`${operation.id} ${reply.status} ${reply.text}`).toMatch(
        /^\S+ 403 .*This token opens the workspace mine only\./,
      );
    }
    expect((await state()).text).toBe(before);
  });

  it.each([true, false])("403 for each call of the server, isolate %s", async (isolate) => {
    const { send, mine } = await withTwo({ controlToken: control, isolate });
    const reached = [];
    for (const operation of levels.server) {
      const path = pathTo(operation, "mine");
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status } = await send(operation.method, path, mine, samples[operation.id]?.body);
      if (status !== 403) reached.push(operation.id);
    }
    expect(reached.toSorted()).toEqual([...open, ...shared].toSorted());
  });

  it("is all that the calls to its own workspace need", async () => {
    const call = await filled();
    for (const operation of lastIfItEnds(levels.workspace)) {
      if (operation.id.startsWith("wait-") || operation.id === "renew-token") continue;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await call(operation);
      // The journal is not in the copied file, and a Lead that converted cannot be archived.
      expect(`${operation.id} ${reply.status} ${reply.text}`).toMatch(/^\S+ (?:20\d|404|409) /);
    }
  });
});

describe.skipIf(isRemote)("the control token with --isolate", () => {
  it("403 for each call to a workspace, saying which token it needs", async () => {
    const { send } = await withTwo();
    for (const operation of levels.workspace.filter(({ id }) => id !== "renew-token")) {
      const path = pathTo(operation, "mine");
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await send(operation.method, path, control, samples[operation.id]?.body);
      expect(`${operation.id} ${reply.status}`).toBe(`${operation.id} 403`);
      expect(reply.json).toEqual({
        message: 'With --isolate, the workspace "mine" requires its own token.',
        hint: "Send the token that POST /_sandbox/workspaces answered when it was created. POST /_sandbox/workspaces/{id}/token makes a new one.",
      });
    }
  });

  it("creates and lists, without whole keys, and opens the default workspace", async () => {
    const { send } = await withTwo();
    const listed = await send("GET", "/_sandbox/workspaces", control);
    expect(column(listed, "id")).toEqual(["default", "mine", "other"]);
    expect(listed.text).not.toContain('"token"');
    const keys = Array.from(listed.text.matchAll(/"key":"([^"]+)"/g), ([, key]) => key);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !/^.{4}…redacted$/.test(key ?? ""))).toEqual([]);
    for (const path of ["/leads", "/workspaces/default/leads", "/workspaces/default"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await send("GET", `/_sandbox${path}`, control)).status).toBe(200);
    }
  });

  it("streams creations and removals, and no events of other workspaces", async () => {
    const { sandbox, send, mine, make } = await withTwo();
    const events = new Request("http://127.0.0.1/_sandbox/workspaces", {
      headers: { accept: "text/event-stream", authorization: `Bearer ${control}` },
    });
    const reader = (await sandbox.fetch(events)).body
      ?.pipeThrough(new TextDecoderStream())
      .getReader();
    await send("POST", "/_sandbox/workspaces/mine/sign-ups", mine, { email: "secret@example.com" });
    await make("third");
    let heard = "";
    while (!heard.includes("third")) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other
      heard += (await reader?.read())?.value ?? "";
    }
    await reader?.cancel();
    expect(heard).not.toContain("secret@example.com");
    expect(heard).not.toMatch(/"workspaceId":"(?:mine|other)"/);
  });
});

describe.skipIf(isRemote)("the report of a workspace, to its token", () => {
  it.each([
    [isolated, false],
    [{ controlToken: control }, true],
  ])("with %o: shows requests with an unknown key, of whomever: %s", async (options, isShown) => {
    const { sandbox, send, mine } = await withTwo(options);
    const strange = new Request("http://127.0.0.1/v1/leads?filter=maya", {
      headers: { "x-api-key": "9f8e7d6c-5b4a-4938-8271-605f4e3d2c1b" },
    });
    expect((await sandbox.fetch(strange)).status).toBe(401);
    const report = await send("GET", "/_sandbox/workspaces/mine/report", mine);
    expect([report.status, report.text.includes("maya")]).toEqual([200, isShown]);
  });
});
