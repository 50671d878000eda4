import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { runHere, start, startReady, temporaryFile, temporaryFolder } from "./program.ts";

const firm = { id: "Firm0001", name: "One", firmType: "Partner" };

describe("--data", () => {
  it.each([
    { name: "a file", path: (file: string) => file },
    { name: "a folder below a file", path: (file: string) => join(file, "below") },
  ])("exits 4 with one sentence when it is $name", async ({ path }) => {
    const data = path(temporaryFile("data", "no folder"));
    const { code, stderr } = await runHere(["--port", "0", "--data", data]);
    expect(stderr).toBe(
      `lead-sandbox: The data folder ${data} cannot be opened: a file is in its place. Name a folder with --data.\n`,
    );
    expect(code).toBe(4);
  });
});

describe("--fixture", () => {
  it("starts with the world of a JSON file", async () => {
    const file = temporaryFile("one-firm.json", JSON.stringify({ firms: [firm] }));
    const { ready } = await startReady(["--fixture", file]);
    const answer = await (await fetch(`${ready.control}/workspaces/default`)).text();
    expect(answer).toContain('"fixture":"one-firm"');
    expect(answer).toContain('"id":"Firm0001"');
  });

  it.each([
    { name: "an unknown name", fixture: "nope", expected: '"nope"' },
    { name: "a name outside the folder", fixture: "../package", expected: '"../package"' },
    { name: "a missing file", fixture: "/nowhere/w.json", expected: "/nowhere/w.json" },
  ])("exits 2 and names the setting and the fixture for $name", async ({ fixture, expected }) => {
    const { code, stderr } = await runHere(["--port", "0", "--fixture", fixture]);
    expect(stderr).toContain(`Invalid --fixture: "${fixture}"`);
    expect(stderr).toContain(expected);
    expect(code).toBe(2);
  });

  it.each([
    { name: "exec", args: ["exec", "--fixture", "nope", "--", "true"] },
    { name: "verify", args: ["verify", "contracts/pacts", "--fixture", "nope"] },
    { name: "the variable", args: [], environment: { LEAD_SANDBOX_FIXTURE: "nope" } },
  ])("exits 2 and lists the existing fixtures, for $name", async ({ args, environment = {} }) => {
    const { code, stderr } = await runHere(args, environment);
    expect(stderr).toContain(
      'Invalid --fixture: "nope". Unknown fixture. Expected one of: default, empty, or a JSON file.',
    );
    expect(code).toBe(2);
  });

  it.each([
    { name: "invalid JSON", content: "{", expected: "cannot be read" },
    { name: "a duplicate id", content: { firms: [firm, firm] }, expected: "firms[1].id" },
  ])("exits 2 and names the file and $expected for $name in it", async ({ content, expected }) => {
    const json = typeof content === "string" ? content : JSON.stringify(content);
    const file = temporaryFile("broken.json", json);
    const { code, stderr } = await runHere(["--port", "0", "--fixture", file]);
    expect(stderr).toContain(file);
    expect(stderr).toContain(expected);
    expect(code).toBe(2);
  });
});

describe("--host", () => {
  it.each(["no such host", "192.0.2.1"])(
    "exits 2 and names the setting for the host %s",
    async (host) => {
      const { code, stderr } = await runHere(["--port", "0", "--host", host]);
      expect(stderr).toBe(
        `lead-sandbox: Invalid --host: ${JSON.stringify(host)}. It is not an address of this machine.\n`,
      );
      expect(code).toBe(2);
    },
  );
});

describe("--data", () => {
  it("with a corrupt file starts, and names it and the reason on standard error", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "spoilt.sqlite"), "no database");
    const started = await startReady(["--data", folder]);
    started.process.kill("SIGTERM");
    const { stderr } = await started.ended;
    expect(stderr).toContain(
      `lead-sandbox: the workspace spoilt is set aside. The workspace file ${join(folder, "spoilt.sqlite")} cannot be opened: `,
    );
  });

  it("with a corrupt file and --strict-data ends the process with code 4 and no standard output", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "spoilt.sqlite"), "no database");
    const { code, stdout, stderr } = await start(["--port", "0", "--data", folder, "--strict-data"])
      .ended;
    expect(stderr).toContain(join(folder, "spoilt.sqlite"));
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  });
});

describe("src/start.mjs on a Node that is too old", () => {
  it.each(["20.20.2", "22.17.1", "18.0.0"])(
    "exits 2 with one sentence that names Node %s, and loads nothing more",
    (version) => {
      const program =
        `Object.defineProperty(process.versions, "node", { value: "${version}" });` +
        'await import("./src/start.mjs");';
      const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
        encoding: "utf8",
      });
      expect(ended.stderr).toBe(
        `lead-sandbox needs Node 22.18 or newer and this is Node ${version}. ` +
          "After `npm ci`, `npm start` brings its own.\n",
      );
      expect(ended.status).toBe(2);
    },
  );

  it.each(["22.18.0", "23.0.0", "26.10.0"])("starts with Node %s", (version) => {
    const program =
      `Object.defineProperty(process.versions, "node", { value: "${version}" });` +
      'process.argv = [process.execPath, "start.mjs", "--help"]; await import("./src/start.mjs");';
    const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      encoding: "utf8",
    });
    expect(ended.stdout).toContain("Usage: lead-sandbox");
    expect(ended.status).toBe(0);
  });
});
