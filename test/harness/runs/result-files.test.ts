/** Which files explore reads as results of a run. It never changes one. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";

import { describe, expect, it } from "vitest";

import { resultFiles } from "../../../src/harness/runs/test-results.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";

const passed = '<testsuite><testcase name="a"/></testsuite>';
const failed = '<testsuite><testcase name="a"><failure/></testcase></testsuite>';
const pom = "<project><modelVersion>4.0.0</modelVersion></project>";

/** A folder with these files, by name. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe("the result files of a run", () => {
  it("are those that it wrote, and no other file is read or deleted", async () => {
    const folder = folderWith({ "pom.xml": pom, "TEST-old.xml": failed });
    const read = await resultFiles(join(folder, "**/*.xml")).beforeRun();
    mkdirSync(join(folder, "target"));
    writeFileSync(join(folder, "target/TEST-new.xml"), passed);
    expect(await read()).toEqual(new Map([["a", "passed"]]));
    expect(readFileSync(join(folder, "pom.xml"), "utf8")).toBe(pom);
    expect(readFileSync(join(folder, "TEST-old.xml"), "utf8")).toBe(failed);
  });

  it("are missing in a trial that wrote none, although those of the run before are there", async () => {
    const folder = folderWith({ "r.xml": passed });
    const read = await resultFiles(join(folder, "*.xml")).beforeRun();
    expect(await read(true)).toBeNull();
    expect(readdirSync(folder)).toEqual(["r.xml"]);
  });

  it("are an error of a baseline that wrote none of those that match, by name", async () => {
    const folder = folderWith({ "r.xml": passed });
    const read = await resultFiles(join(folder, "*.xml")).beforeRun();
    await expect(read()).rejects.toThrow(/wrote none .* such as .*r\.xml/);
  });

  it("are missing where nothing matches", async () => {
    const read = await resultFiles(join(temporaryFolder(), "*.xml")).beforeRun();
    expect(await read()).toBeNull();
  });

  it("include a file that the run wrote again with the same text, right after the last run", async () => {
    const folder = folderWith({});
    const file = join(folder, "r.xml");
    for (let run = 1; run <= 20; run += 1) {
      writeFileSync(file, passed);
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      const read = await resultFiles(file).beforeRun();
      writeFileSync(file, passed);
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      expect(await read()).toEqual(new Map([["a", "passed"]]));
    }
  });

  it("include one that a file system with whole seconds keeps", async () => {
    const folder = folderWith({ "r.xml": passed });
    const file = join(folder, "r.xml");
    const inWholeSeconds = () => {
      const seconds = Math.floor(Date.now() / 2_000) * 2;
      utimesSync(file, seconds, seconds);
    };
    inWholeSeconds();
    const read = await resultFiles(file).beforeRun();
    writeFileSync(file, passed);
    inWholeSeconds();
    expect(await read()).toEqual(new Map([["a", "passed"]]));
  });

  it("do not wait for times in the future", async () => {
    const folder = folderWith({ "r.xml": failed });
    const file = join(folder, "r.xml");
    utimesSync(file, 4_000_000_000, 4_000_000_000);
    const began = performance.now();
    const read = await resultFiles(file).beforeRun();
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(await read(true)).toBeNull();
    writeFileSync(file, passed);
    expect(await read()).toEqual(new Map([["a", "passed"]]));
  });

  it("exclude those of an earlier run that the command moved away", async () => {
    const folder = folderWith({ "r.xml": failed });
    const read = await resultFiles(join(folder, "*.xml")).beforeRun();
    renameSync(join(folder, "r.xml"), join(folder, "r-1.xml"));
    writeFileSync(join(folder, "r.xml"), passed);
    expect(await read()).toEqual(new Map([["a", "passed"]]));
  });

  it("are found through links, and links and folders without a file are passed over", async () => {
    const folder = folderWith({});
    const elsewhere = folderWith({});
    const read = await resultFiles(join(folder, "*")).beforeRun();
    writeFileSync(join(elsewhere, "r.xml"), passed);
    symlinkSync(join(elsewhere, "r.xml"), join(folder, "link.xml"));
    symlinkSync(join(folder, "nowhere"), join(folder, "dangling.xml"));
    symlinkSync(folder, join(folder, "loop"));
    mkdirSync(join(folder, "folder.xml"));
    expect(await read()).toEqual(new Map([["a", "passed"]]));
  });

  it("are found outside the working directory", async () => {
    const folder = folderWith({});
    const pattern = relative(process.cwd(), join(folder, "..", basename(folder), "*.xml"));
    const read = await resultFiles(pattern).beforeRun();
    writeFileSync(join(folder, "r.xml"), passed);
    expect(await read()).toEqual(new Map([["a", "passed"]]));
  });

  it("that are not JUnit XML are an error of a baseline, by name, and passed over in a trial", async () => {
    const folder = folderWith({ "pom.xml": pom });
    const read = await resultFiles(join(folder, "*.xml")).beforeRun();
    writeFileSync(join(folder, "coverage.xml"), "<coverage/>");
    await expect(read()).rejects.toThrow(/coverage\.xml is not JUnit XML/);
    writeFileSync(join(folder, "r.xml"), passed);
    expect(await read(true)).toEqual(new Map([["a", "passed"]]));
  });

  it("are cut short where a runner was stopped, which is an error of a baseline", async () => {
    const folder = folderWith({});
    const read = await resultFiles(join(folder, "*.xml")).beforeRun();
    writeFileSync(join(folder, "half.xml"), '<testsuites><testsuite><testcase name="b"');
    await expect(read()).rejects.toThrow(
      /half\.xml is not valid XML: .* \(line 1, column \d+\)\.$/,
    );
    expect(await read(true)).toEqual(new Map());
    writeFileSync(join(folder, "half.xml"), '<?xml version="1.0"?>');
    await expect(read()).rejects.toThrow(/half\.xml is not valid XML: Start tag expected\.$/);
  });
});
