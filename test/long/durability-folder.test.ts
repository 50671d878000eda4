/** Data folders that a sandbox cannot use, or that an earlier process left behind. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { start, startProgram } from "../apps/cli/program.ts";
import { at } from "../support/reply.ts";
import { dataFolder, newLead, newWorkspace, served } from "../world/workspace/served.ts";
import { kept, keptFolder, startIn } from "./durability-kept.ts";

describe("a data folder", () => {
  it("serves one sandbox: a second one is rejected with the folder's name until the first ends", async () => {
    const folder = dataFolder();
    const first = served({ data: folder });
    const { refused } = await startIn(folder);
    expect(refused).toBe(
      `Error: The data folder ${folder} cannot be opened: another sandbox is at work in it. Stop that one, or give this one a folder of its own.`,
    );
    const { code, stderr } = await start(["--port", "0", "--data", folder]).ended;
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: `lead-sandbox: The data folder ${folder} cannot be opened: another sandbox is at work in it. Stop that one, or give this one a folder of its own.\n`,
    });
    expect((await first.control("POST", "/reset")).status).toBe(200);
    first.close();
    expect((await startIn(folder)).refused).toBeNull();
  });

  it("is free for the next sandbox of the process after a failed start", async () => {
    const { folder, file } = await keptFolder(1);
    const whole = readFileSync(file);
    writeFileSync(file, "no database");
    expect((await startIn(folder)).refused).toContain(file);
    writeFileSync(file, whole);
    expect((await startIn(folder)).refused).toBeNull();
  });

  it("causes an error with the name of a folder in place of a workspace file", async () => {
    const folder = dataFolder();
    mkdirSync(join(folder, "odd.sqlite"));
    const { refused } = await startIn(folder);
    expect(refused).toContain(
      `The workspace file ${join(folder, "odd.sqlite")} cannot be written: `,
    );
  });

  it("causes an error with the name of a dangling link", async () => {
    const folder = dataFolder();
    symlinkSync(join(folder, "nowhere", "at-all.sqlite"), join(folder, "odd.sqlite"));
    const { refused } = await startIn(folder);
    expect(refused).toContain(join(folder, "odd.sqlite"));
  });

  it("loses the used quota at a kill, and keeps it through a graceful shutdown", async () => {
    const folder = dataFolder();
    const sandbox = served({ data: folder });
    const key = await newWorkspace(sandbox, { ...kept, quotaPerHour: 100 });
    for (const email of ["one@example.com", "two@example.com"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await newLead(sandbox, key, email);
    }
    const killed = join(dataFolder(), "killed");
    cpSync(folder, killed, { recursive: true });
    sandbox.close();
    expect([await usedIn(killed), await usedIn(folder)]).toEqual([0, 2]);
  });

  const unprivileged = process.getuid?.() === 0 ? withoutRights() : [];
  const leftOut = unprivileged === null ? ", left out here: root, and no setpriv" : "";
  it.skipIf(unprivileged === null).each([
    { name: "an empty folder", leads: 0, named: "The data folder", what: "cannot be opened: " },
    {
      name: "a folder with files",
      leads: 1,
      named: "The workspace file",
      what: "cannot be written: ",
    },
  ])(
    `stops the start with code 4 and its name when it is not writable: $name${leftOut}`,
    async ({ leads, named, what }) => {
      const folder = leads === 0 ? dataFolder() : (await keptFolder(leads)).folder;
      chmodSync(folder, 0o500);
      const command = [...(unprivileged ?? []), process.execPath, "src/start.mjs"];
      const [file, ...args] = [...command, "--port", "0", "--data", folder];
      const { code, stdout, stderr } = await startProgram(file ?? "", args, {}).ended;
      chmodSync(folder, 0o700);
      expect(stderr).toContain(`lead-sandbox: ${named} ${folder}`);
      expect(stderr).toContain(what);
      expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    },
  );
});

/** The quota that the workspace's first key has used, and its earlier Leads. */
async function usedIn(folder: string): Promise<unknown> {
  const sandbox = served({ data: folder });
  const quotas = await sandbox.control("GET", "/workspaces/kept/quotas");
  expect((await sandbox.control("GET", "/workspaces/kept/state")).text).toContain(
    "two@example.com",
  );
  sandbox.close();
  return at(quotas, "data.0.usedLastHour");
}

/** A command that drops root's permission to write anywhere; null when it is not installed. */
function withoutRights(): readonly string[] | null {
  const drop = ["setpriv", "--bounding-set", "-dac_override", "--inh-caps", "-dac_override"];
  return spawnSync(drop[0] ?? "", [...drop.slice(1), "true"]).status === 0 ? drop : null;
}
