/** Bundles that cannot be replayed: replay names each one and exits with 2. */
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { textOfBundle } from "../../../src/harness/bundle/bundle-file.ts";
import type { BundleContent } from "../../../src/harness/explore/bundle/bundle-content.ts";
import { bundleOf } from "../../../src/harness/explore/bundle/bundle-of.ts";
import { runHere, temporaryFile, temporaryFolder } from "../../apps/cli/program.ts";
import { clientHead } from "./bundled.ts";
import { program } from "./explored.ts";
import { observation, planned } from "./made-up.ts";
import { config } from "./settings.ts";

const content = bundleOf(
  {
    planned: planned("503"),
    judgement: { verdict: "lost", records: [] },
    observation: observation(),
  },
  {
    version: "99.0.0",
    command: ["true"],
    config: config(),
    world: null,
    startsAt: 0,
    settings: { rerun: false, results: null, timeoutMs: null, env: null },
    keepsData: false,
    words: new Set(),
  },
);
const text = textOfBundle(content);

/** A bundle from another version, with a valid checksum. */
function resigned(change: object): string {
  const changed: BundleContent = { ...content, ...change };
  return textOfBundle(changed);
}

const { settings, variation } = content;
const choices = { "lead.unheard": "of" };

describe("replay exits with 2 and names the file", () => {
  it.each([
    ["cut short", text.slice(0, text.length / 2), "may be truncated"],
    ["empty", "", "may be truncated"],
    ["not JSON", "bundle", "is not a JSON object"],
    ["another JSON document", "{}", "has the format undefined"],
    ["edited", text.replace('"exitCode": 0', '"exitCode": 1'), "its checksum does not match"],
    ["of another format", text.replace("bundle/1", "bundle/2"), "lead-sandbox-bundle/2"],
    ["lacking a part", resigned({ command: undefined }), "is not a valid bundle"],
    [
      "of a version with another variation",
      resigned({ variation: { ...variation, variation: "unheard" } }),
      'lead-sandbox 99.0.0 wrote it. This version does not have its variation "faults unheard".',
    ],
    [
      "of a version with another rule",
      resigned({ settings: { ...settings, assumptions: choices } }),
      'lead-sandbox 99.0.0 wrote it. There is no rule "lead.unheard"',
    ],
    [
      "of a version with another choice to vary",
      resigned({ variation: { ...variation, family: "unknowns", variation: "x", choices } }),
      'lead-sandbox 99.0.0 wrote it. There is no rule "lead.unheard"',
    ],
    [
      "of a version with other worlds",
      resigned({ settings: { ...settings, fixture: { firms: 3 } } }),
      "lead-sandbox 99.0.0 wrote it. Its world is not valid",
    ],
    [
      "of a version with another fixture",
      resigned({ settings: { ...settings, fixture: "unheard" } }),
      "Unknown fixture",
    ],
  ])("for a bundle that is %s", async (_what, written, message) => {
    const file = temporaryFile("failed.json", written);
    for (const more of [[], ["--serve", "--port", "0"]]) {
      // oxlint-disable-next-line no-await-in-loop -- the output is captured with a spy
      const { code, stderr } = await runHere(["replay", file, ...more]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    }
  });

  it.each([
    ["missing", () => join(temporaryFolder(), "missing.json")],
    ["a folder", temporaryFolder],
  ])("for a bundle path that is %s", async (_what, fileOf) => {
    const file = fileOf();
    const { code, stderr } = await runHere(["replay", file]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${file} cannot be read`),
    });
  });

  it.each([
    [
      "--at beyond the run",
      ["--serve", "--at", "9", "--port", "0"],
      "Expected a number from 1 to 1",
    ],
    ["--at without --serve", ["--at", "1"], "--at requires --serve"],
  ])("for the option %s", async (_what, options, message) => {
    const file = temporaryFile("failed.json", text);
    const { code, stderr } = await runHere(["replay", file, ...options]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe("replay exits with 3", () => {
  it("if the varied call does not happen, which proves nothing", async () => {
    const file = temporaryFile("failed.json", text);
    const client = program(`${clientHead} await call("GET", leads);`);
    const { code, stdout } = await runHere(["replay", file, "--json", "--", ...client]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ result: "invalid", verdict: "not-reached" });
  });
});
