/** Every text file from outside is read in one way: UTF-8 or UTF-16, and anything else is refused by name and byte. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { knownGroupsIn } from "../../src/apps/cli/output/report-file.ts";
import { fileText } from "../../src/apps/console/parts/file-text.ts";
import { readRegularFile, readTextFile, readTextFileSync } from "../../src/base/texts/text-file.ts";
import { readAccepted } from "../../src/harness/explore/report/accepted.ts";
import { findPacts } from "../../src/harness/pact/pact-sources.ts";
import { resultFiles } from "../../src/harness/runs/test-results.ts";
import { readLedger } from "../../src/harness/simulate/ledger/ledger.ts";
import { readHarFile } from "../../src/harness/traffic/read-har.ts";
import { readJson } from "../../src/server/settings/settings-file.ts";
import { newFixtureLibrary } from "../../src/world/workspace/fixtures/fixtures.ts";
import { runHere, temporaryFolder } from "../apps/cli/program.ts";

/** A kind of file: a text of it with `Zoë`, and its reader, which returns what it read or throws. */
interface Kind {
  readonly name: string;
  readonly text: string;
  readonly read: (file: string) => unknown;
}

const entry = {
  startedDateTime: "2026-03-02T09:00:00.000Z",
  time: 1,
  request: { method: "GET", url: "http://localhost/v1/leads", headers: [], comment: "Zoë" },
  response: { status: 200, headers: [], content: { mimeType: "application/json", text: "{}" } },
};

const broker = { provider: "", headers: {}, origin: null, selectors: [], enablePending: false };

async function ledgerIn(file: string): Promise<unknown> {
  const reading = await readLedger({ kind: "file", file }, {}, new AbortController().signal);
  if ("unreadable" in reading) throw new Error(`${file} ${reading.unreadable}`);
  return reading;
}

async function ledgerOf(file: string): Promise<unknown> {
  const text = `cat '${file}'`;
  const env = { PATH: process.env["PATH"] };
  const reading = await readLedger({ kind: "command", text }, env, new AbortController().signal);
  if ("unreadable" in reading) throw new Error(`${file} ${reading.unreadable}`);
  return reading;
}

async function entriesIn(file: string): Promise<unknown> {
  const all = [];
  for await (const read of readHarFile(file)) all.push(read.entry);
  return all;
}

/** The output of a command on a file, which ends with 2 for a file that it cannot read. */
function command(...args: readonly string[]) {
  return async (file: string): Promise<unknown> => {
    const { code, stdout, stderr } = await runHere(
      args.map((one) => (one === "FILE" ? file : one)),
    );
    if (code === 2) throw new Error(stderr);
    return { code, stdout: stdout.replaceAll(file, "FILE"), stderr };
  };
}

const kinds: readonly Kind[] = [
  { name: "a text", text: "Zoë", read: readTextFile },
  { name: "a text, at once", text: "Zoë", read: readTextFileSync },
  {
    name: "a fixture",
    text: '{"firms":[{"id":"Firm0001","name":"Zoë","firmType":"Partner"}]}',
    read: (file) => newFixtureLibrary("nowhere", { one: file }).find("one")?.world,
  },
  { name: "settings", text: '{"seed":"Zoë"}', read: (file) => readJson(file, "settings") },
  {
    name: "accepted findings",
    text: '{"accepted":[{"finding":"f1","reason":"Zoë"}]}',
    read: async (file) => (await readAccepted(file, "2026-01-01")).find(["f1", "g"]),
  },
  { name: "a report to merge", text: '{"a":"Zoë"}', read: readRegularFile },
  {
    name: "JUnit results",
    text: '<testsuite><testcase name="Zoë"/></testsuite>',
    async read(file) {
      const bytes = readFileSync(file);
      writeFileSync(file, "");
      const read = await resultFiles(file).beforeRun();
      writeFileSync(file, bytes);
      return read();
    },
  },
  { name: "a recording", text: JSON.stringify({ log: { entries: [entry] } }), read: entriesIn },
  {
    name: "a pact",
    text: '{"consumer":{"name":"Zoë"}}',
    read: async (file) => (await findPacts([file], broker)).map(({ consumer }) => consumer),
  },
  { name: "a ledger in JSON", text: '[{"id":"a","email":"Zoë@example.com"}]', read: ledgerIn },
  { name: "a ledger in CSV", text: "id,email\na,Zoë@example.com\n", read: ledgerIn },
  { name: "the ledger of a command", text: "id,email\na,Zoë@example.com\n", read: ledgerOf },
  {
    name: "answers",
    text: '{"lead.delete":{"choice":"204","source":"Zoë","date":"2026-01-02"}}',
    read: command("assumptions", "list", "--file", "FILE"),
  },
  {
    name: "a file that the console opens",
    text: "Zoë",
    async read(file) {
      return fileText(new File([readFileSync(file)], file));
    },
  },
];

const mark = "\uFEFF";
const encodings = [
  ["UTF-8 with a byte order mark", (text: string) => Buffer.from(mark + text)],
  ["UTF-16 as PowerShell writes it", (text: string) => Buffer.from(mark + text, "utf16le")],
  ["UTF-16 without a mark", (text: string) => Buffer.from(text, "utf16le")],
  ["big-endian UTF-16", (text: string) => Buffer.from(mark + text, "utf16le").swap16()],
] as const;

function fileWith(bytes: Uint8Array): string {
  const file = join(temporaryFolder(), "file.json");
  writeFileSync(file, bytes);
  return file;
}

describe.each(kinds)("$name", ({ text, read }) => {
  it.each(encodings)("in %s is read as in UTF-8", async (_name, encode) => {
    const expected = await read(fileWith(Buffer.from(text)));
    expect(JSON.stringify(expected)).not.toBe(undefined);
    expect(await read(fileWith(encode(text)))).toEqual(expected);
  });

  it("in Latin-1 is refused, with the place of the byte", async () => {
    const file = fileWith(Buffer.from(text, "latin1"));
    const place = `0xEB at offset ${Buffer.from(text, "latin1").indexOf(0xeb)}`;
    await expect(async () => read(file)).rejects.toThrow(place);
  });
});

const named = kinds.filter(
  ({ name }) => !["a text", "a text, at once", "a report to merge"].includes(name),
);

describe.each(named)("$name in Latin-1", ({ text, read }) => {
  it("is refused by its name", async () => {
    const file = fileWith(Buffer.from(text, "latin1"));
    await expect(async () => read(file)).rejects.toThrow(file);
  });
});

describe.each([
  ["--baseline", knownGroupsIn, "FILE is not a report of the format lead-sandbox-explore/1"],
  ["replay", command("replay", "FILE"), "FILE"],
])("%s", (_name, read, sentence) => {
  const refusal = async (text: string): Promise<string> => {
    const file = fileWith(Buffer.from(text));
    const error: unknown = await read(file).catch((reason: unknown) => reason);
    return String(error).replaceAll(file, "FILE");
  };

  it("gets the same sentence with a byte order mark as without", async () => {
    const plain = await refusal("{}");
    expect(plain).toContain(sentence);
    expect(await refusal(`${mark}{}`)).toBe(plain);
  });
});
