import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { listeningSandbox } from "../support/sandbox.ts";

const run = promisify(execFile);
const page = readFileSync("docs/world.md", "utf8");
const examples = Array.from(
  page.matchAll(/```sh\n([^]*?)\n```\n\n```text\n([^]*?)\n```/g),
  ([, command = "", wanted = ""]) => ({ command, wanted }),
);

describe("the examples of docs/world.md", () => {
  it("are exactly three", () => {
    expect(examples.length).toBe(3);
  });

  it.each(examples)("print the output on the page: $command", async ({ command, wanted }) => {
    const { url } = await listeningSandbox();
    const KEY = "11111111-1111-4111-8111-111111111111";
    const { stdout } = await run("bash", ["-c", command], {
      env: { ...process.env, URL: url, KEY },
    });
    expect(stdout.trimEnd()).toBe(wanted);
  });
});
