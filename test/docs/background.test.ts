import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { startProgram } from "../apps/cli/program.ts";
import { shimFolder } from "../apps/cli/shim.ts";

describe("docs/cli.md about a sandbox in the background", () => {
  const page = readFileSync("docs/cli.md", "utf8").replaceAll(/\s+/g, " ");

  it("warns that npx does not forward the signal, and suggests exec", () => {
    expect(page).toContain("Do not use `npx lead-sandbox & kill $!`");
    expect(page).toContain("`npx lead-sandbox exec -- npm test`");
  });

  it("shows a start that a signal ends", async () => {
    const line = "node_modules/.bin/lead-sandbox & kill $!";
    expect(page).toContain(`\`${line}\``);
    const file = join(shimFolder(), "ready");
    const script = line
      .replace("node_modules/.bin/lead-sandbox &", `lead-sandbox --port 0 > "${file}" &`)
      .replace(
        "kill $!",
        `until [ -s "${file}" ]; do sleep 0.1; done; kill $!; wait $!; echo "ended $?"`,
      );
    const PATH = `${join(file, "..")}:${process.env["PATH"]}`;
    const { stdout } = await startProgram("sh", ["-c", script], { PATH }).ended;
    expect(stdout).toBe("ended 0\n");
  });
});
