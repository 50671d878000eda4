import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { startProgram, temporaryFolder } from "../../apps/cli/program.ts";
import { commandFile } from "../../support/command.ts";
import { archive } from "../traffic/written.ts";
import { later, leads, page } from "./written-page.ts";

const mebibyte = 1_024 * 1_024;
const spaces = Buffer.alloc(31 * mebibyte, " ");
const call = later(0, { url: leads, answer: page([]) });

/** How many bodies: all at once, they would take more than twice the memory that a test allows. */
const bodies = 25;

/** Answers with this body and Content-Encoding, after a call of the Lead API. */
function recording(url: string, coding: string, body: Buffer, key: boolean): string {
  const bomb = later(1, {
    url,
    content: { encoding: "base64", text: body.toString("base64") },
    responseHeaders: [{ name: "Content-Encoding", value: coding }],
    ...(key ? {} : { requestHeaders: [] }),
  });
  return archive([call, ...Array.from({ length: bodies }, () => bomb)]);
}

/** The peak of memory of `check-har`, in megabytes, and what it printed. */
async function peakOf(command: readonly string[], text: string) {
  const folder = temporaryFolder();
  const [file, printer] = [join(folder, "a.har"), join(folder, "peak.mjs")];
  writeFileSync(file, text);
  const print = "`peak=${process.resourceUsage().maxRSS}\\n`";
  writeFileSync(printer, `process.on("exit", () => process.stderr.write(${print}));`);
  const args = ["--import", printer, commandFile(), ...command, file];
  // A shell between them: a process inherits the peak of the one that starts it.
  const shell = ["-c", '"$@"; exit $?', "sh", process.execPath, ...args];
  const { code, stderr } = await startProgram("sh", shell, {}, folder).ended;
  const [, kilobytes = "NaN"] = /peak=(\d+)/.exec(stderr) ?? [];
  return { code, printed: stderr, megabytes: (Number(kilobytes) * 1_024) / 1e6 };
}

// The best quality takes ten times as long, for the same size.
const brotli = brotliCompressSync(spaces, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
const elsewhere = "https://cdn.example.com";

describe(`a recording with ${bodies} small bodies that decompress to 31 MiB`, () => {
  it.each([
    ["Brotli of another host", recording(`${elsewhere}/a.json`, "br", brotli, true)],
    [
      "Brotli of a host with a documented path",
      recording(`${elsewhere}/leads`, "br", brotli, false),
    ],
    ["gzip of such a host", recording(`${elsewhere}/leads`, "gzip", gzipSync(spaces), false)],
    [
      "Brotli in gzip of such a host",
      recording(`${elsewhere}/leads`, "br, gzip", gzipSync(brotli), false),
    ],
  ])("stays under 300 MB: %s", async (_name, text) => {
    const { code, printed, megabytes } = await peakOf(["check-har"], text);
    expect(printed).toContain(`${bodies} of other hosts`);
    expect(code).toBe(0);
    expect(megabytes).toBeLessThan(300);
  });

  it("decodes calls of the Lead API within 64 MiB at a time", async () => {
    const { code, printed, megabytes } = await peakOf(
      ["check-har"],
      recording(leads, "br", brotli, true),
    );
    expect(printed).toContain(`${bodies + 1} calls of a Lead API`);
    expect(code).toBe(0);
    expect(megabytes).toBeLessThan(400);
  });

  it("assesses the calls of the Lead API only", async () => {
    const text = recording(`${elsewhere}/a.json`, "br", brotli, true);
    const { megabytes } = await peakOf(["assess", "--har"], text);
    expect(megabytes).toBeLessThan(320);
  });
});
