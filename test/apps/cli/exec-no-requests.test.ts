import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { Ended } from "./program.ts";
import { runHere, start, temporaryFile, temporaryFolder } from "./program.ts";

/** A client under test: a program that `exec` runs on the Node of the tests. */
function client(source: string): readonly string[] {
  return ["--", process.execPath, temporaryFile("client.mjs", source)];
}

function ended(args: readonly string[]): Promise<Ended> {
  return start(["exec", ...args]).ended;
}

describe("exec: the exit code of a command without a request", () => {
  it("is 0 under --allow-no-requests", async () => {
    const { code, stderr } = await ended(["--allow-no-requests", ...client("")]);
    expect(code).toBe(0);
    expect(stderr).not.toContain("no traffic");
  });

  it("is 1, with the reason and what to do, also in JUnit", async () => {
    const file = `${temporaryFolder()}/exec.xml`;
    const { code, stderr } = await ended(["--junit", file, ...client("")]);
    expect(code).toBe(1);
    expect(readFileSync(file, "utf8")).toContain('failures="1"');
    expect(readFileSync(file, "utf8")).toContain("There was no traffic.");
    expect(stderr).toContain("There was no traffic. The command made no call to the sandbox.");
    expect(stderr).toContain("LEAD_API_URL");
  });

  it("is 127 for a program that is not found, without a report of traffic", async () => {
    const { code, stdout, stderr } = await runHere(["exec", "--", "nosuchprogram"]);
    expect({ code, stdout, stderr }).toEqual({
      code: 127,
      stdout: "",
      stderr: "lead-sandbox: nosuchprogram was not found. Check its name, or give its path.\n",
    });
  });

  it("is 1 for a command that called only the control API", async () => {
    const source = "await fetch(process.env.LEAD_SANDBOX_CONTROL_URL + '/clock')";
    expect((await ended(client(source))).code).toBe(1);
  });

  it("is 0 for a command that called it although the environment names the public URL of another", async () => {
    const source = "await fetch(process.env.LEAD_API_URL + '/v1/leads')";
    const environment = { LEAD_SANDBOX_PUBLIC_URL: "http://127.0.0.1:9" };
    expect((await start(["exec", ...client(source)], environment).ended).code).toBe(0);
  });

  it("is that of a command that gets the URL of --public-url", async () => {
    const source = "process.exit(process.env.LEAD_API_URL === 'http://leads.test' ? 7 : 0)";
    const options = ["--public-url", "http://leads.test"];
    expect((await start(["exec", ...options, ...client(source)]).ended).code).toBe(7);
  });

  it("is 0 for one request to a path that the API does not have", async () => {
    const source = "await fetch(process.env.LEAD_API_URL + '/v1/nope')";
    expect((await ended(client(source))).code).toBe(0);
  });
});
