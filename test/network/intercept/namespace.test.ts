/** `--intercept-by namespace` as a process, with and without the rights for it. */
import { chmodSync, readdirSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { start, startProgram, temporaryFolder } from "../../apps/cli/program.ts";
import { commandFile } from "../../support/command.ts";
import { careless, host, ran } from "./ran.ts";

const isRoot = process.platform === "linux" && process.getuid?.() === 0;

describe("--intercept-by namespace", () => {
  it("in a namespace changes only what the command sees", async (context) => {
    context.skip(!isRoot, "Only root has namespaces and port 443 everywhere.");
    const before = readFileSync("/etc/hosts", "utf8");
    const look = `import { readFileSync, statSync } from "node:fs";
      import { dirname } from "node:path";
      process.stdout.write((statSync(dirname(process.env.WGETRC)).mode & 0o777).toString(8) + " ");
      process.stdout.write(readFileSync("/etc/hosts", "utf8").split("\\n")[0]);
      ${careless}`;
    const args = ["exec", "--intercept", host, "--intercept-by", "namespace"];
    const { code, stdout, stderr, left } = await ran(args, look);
    expect(stdout).toMatch(/^700 127\.53\.0\.\d+ leads\.lender\.example leads\.lender\.example\.$/);
    expect(code).toBe(0);
    expect(stderr).toContain("a mount namespace");
    expect(readFileSync("/etc/hosts", "utf8")).toBe(before);
    expect(readFileSync("/proc/self/mounts", "utf8")).not.toContain("lead-sandbox-intercept");
    expect(left).toEqual([]);
  });
});

describe("--intercept-by namespace without the rights for it", () => {
  const args = ["exec", "--intercept", host, "--intercept-by", "namespace", "--", "true"];

  /** Runs the command as a user without rights, or without one of the rights of root. */
  async function ranWith(flags: readonly string[]) {
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    const command = [...flags, process.execPath, commandFile(), ...args];
    const { code, stderr } = await startProgram("setpriv", command, { TMPDIR: folder }).ended;
    return { code, stderr, left: readdirSync(folder) };
  }

  it.for([
    [
      "may not mount",
      ["--bounding-set=-sys_admin"],
      /not possible here: unshare: .*Operation not permitted\. It requires the right to mount/,
    ],
    [
      "may not listen on port 443",
      ["--bounding-set=-net_bind_service"],
      /this user may not listen on port 443 \(EACCES\)\. Run it as root, or allow the port/,
    ],
  ] as const)(
    "says that it %s, starts nothing and leaves nothing",
    async ([, flags, message], context) => {
      context.skip(!isRoot, "Only root can give up a right.");
      const { code, stderr, left } = await ranWith(flags);
      expect(stderr).toMatch(message);
      expect({ code, left }).toEqual({ code: 2, left: [] });
    },
  );

  it("says that unshare is missing", async () => {
    const { code, stderr } = await start(args, { PATH: temporaryFolder() }).ended;
    expect(stderr).toContain("the program unshare of util-linux is missing");
    expect(code).toBe(2);
  });
});
