/** The consumer test of docs/contracts.md writes a pact, which `verify` accepts. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { expect, it } from "vitest";

import { startBash, temporaryFolder } from "../../apps/cli/program.ts";
import { shimFolder } from "../../apps/cli/shim.ts";
import { codeBlocks, sectionOf } from "../../support/markdown.ts";

const section = sectionOf("docs/contracts.md", "Write a consumer test with Pact");

it("the consumer test of docs/contracts.md writes a pact that matches", async () => {
  const folder = temporaryFolder();
  const [test, lines] = codeBlocks(section);
  const [, file = ""] = /save this as `([^`]+)`/.exec(section) ?? [];
  writeFileSync(join(folder, file), test?.body ?? "");
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const { code, stdout, stderr } = await startBash(`cd "${folder}"; ${lines?.body}`, {
    PATH: `${shimFolder()}:${process.env["PATH"]}`,
    PACT_DO_NOT_TRACK: "true",
  }).ended;
  expect(`${code} ${stdout}${stderr}`).toMatch(/^0 [^]*Passed: 1 of 1 interactions match/);
}, 60_000);
