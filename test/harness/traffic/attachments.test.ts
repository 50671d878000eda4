/** Bodies that stand outside of a recording: in the zip that Playwright writes, or in files next to it. */
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";

import type { Json } from "../../../src/base/values/json.ts";
import { readRecording } from "../../../src/harness/traffic/recording.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";

const posted = { email: "ana@example.com", firstName: "Ana" };
const created = { data: { id: "LeadAna1", deletedAt: null } };

/** A recording of one create, whose bodies are in the files `sent` and `got`. */
function recording(sent: Json = "sent.json", got: Json = "got.json", encoding = ""): string {
  const headers = [{ name: "X-API-Key", value: "11111111-1111-4111-8111-111111111111" }];
  const entry = {
    startedDateTime: "2027-03-01T09:00:00.000Z",
    time: 5,
    request: {
      method: "POST",
      url: "https://api.partner.lender.example/v1/firms/Harb0rPt/leads",
      headers,
      postData: { mimeType: "application/json", _file: sent },
    },
    response: {
      status: 201,
      headers: encoding === "" ? [] : [{ name: "Content-Encoding", value: encoding }],
      content: { mimeType: "application/json", size: 90, _file: got },
    },
  };
  return JSON.stringify({ log: { version: "1.2", entries: [entry] } });
}

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const bodies = { "sent.json": bytesOf(posted), "got.json": bytesOf(created) };

/** The bodies of the only call in a file with these bytes, in `folder`. */
async function bodiesIn(name: string, bytes: string | Uint8Array, folder = temporaryFolder()) {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const { calls } = await readRecording([file]);
  expect(calls).toHaveLength(1);
  return { sent: calls[0]?.body ?? null, got: calls[0]?.json ?? null };
}

const har = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a recording in a zip", () => {
  it.each(["har.har", "trace/any name.HAR"])("has its bodies beside it: %s", async (name) => {
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    const attached = Object.fromEntries(
      Object.entries(bodies).map(([one, bytes]) => [folder + one, bytes]),
    );
    const { sent, got } = await bodiesIn(
      "a.zip",
      zipSync({ [name]: har(recording()), ...attached }),
    );
    expect(JSON.parse(sent ?? "")).toEqual(posted);
    expect(got).toEqual(created);
  });

  it("keeps a missing body unknown, and reads names that are properties of every object", async () => {
    const zip = zipSync({ "har.har": har(recording("__proto__", "toString")) });
    expect(await bodiesIn("a.zip", zip)).toEqual({ sent: null, got: null });
  });

  it("takes no body of more than 32 MiB, whatever it is packed to", async () => {
    const large = new Uint8Array(33 * 1_024 * 1_024);
    const zip = zipSync({ "har.har": har(recording()), ...bodies, "got.json": large });
    expect(await bodiesIn("a.zip", zip)).toMatchObject({ got: null });
  });

  it("unpacks no more than the zip announces", async () => {
    const zip = zipSync({
      "har.har": har(recording()),
      ...bodies,
      "got.json": new Uint8Array(2_000_000),
    });
    // The header of the file and the directory have the size: both announce 10 bytes.
    const view = new DataView(zip.buffer);
    for (let at = 0; at < zip.length - 4; at += 1) {
      if (view.getUint32(at, true) === 2_000_000) view.setUint32(at, 10, true);
    }
    expect(await bodiesIn("a.zip", zip)).toMatchObject({ got: null });
  });

  it.each([
    ["no recording", zipSync({ "a.json": har("{}") }), "is a zip without a .har file"],
    ["two recordings", zipSync({ "a.har": har("{}"), "b.har": har("{}") }), "with 2 .har files"],
    ["a recording that is not JSON", zipSync({ "a.har": har("no") }), "is not JSON"],
    ["its end cut off", zipSync({ "a.har": har(recording()) }).subarray(0, 300), "cut off"],
    ["only its first bytes", Buffer.from("PK\u0003\u0004"), "cut off"],
  ])("is rejected with %s", async (_name, bytes, says) => {
    await expect(bodiesIn("a.zip", bytes)).rejects.toThrow(says);
  });

  it("is rejected with more than 256 MiB", async () => {
    const file = join(temporaryFolder(), "a.zip");
    writeFileSync(file, zipSync({ "a.har": har(recording()) }));
    truncateSync(file, 257 * 1_024 * 1_024);
    await expect(readRecording([file])).rejects.toThrow("is a zip of more than 256 MiB");
  });
});

/** A folder with both bodies in a folder below it, and a file outside of it. */
function folderOf(): string {
  const root = temporaryFolder();
  const folder = join(root, "recording");
  mkdirSync(join(folder, "bodies"), { recursive: true });
  writeFileSync(join(folder, "bodies/sent.json"), bodies["sent.json"]);
  writeFileSync(join(folder, "bodies/got.json.gz"), gzipSync(bodies["got.json"]));
  writeFileSync(join(root, "outside.json"), bodies["got.json"]);
  symlinkSync(join(root, "outside.json"), join(folder, "link.json"));
  return folder;
}

describe("a recording with bodies in files", () => {
  it("reads them below its folder, also compressed ones", async () => {
    const text = recording("bodies/sent.json", "bodies/got.json.gz", "gzip");
    const { sent, got } = await bodiesIn("a.har", text, folderOf());
    expect(JSON.parse(sent ?? "")).toEqual(posted);
    expect(got).toEqual(created);
  });

  it.each([
    "../outside.json",
    "bodies/../../outside.json",
    "link.json",
    "/etc/hostname",
    "bodies",
    ".",
    "",
    "nosuch.json",
    "\u0000",
    "/dev/zero",
    "a".repeat(5_000),
    7,
    null,
    ["bodies/got.json.gz"],
  ])("reads no file for %j", async (name) => {
    expect(await bodiesIn("a.har", recording(name, name), folderOf())).toEqual({
      sent: null,
      got: null,
    });
  });

  it("prefers a text to a file", async () => {
    const text = recording("bodies/sent.json", "bodies/got.json.gz").replace(
      '"_file":"bodies/sent.json"',
      '"_file":"bodies/sent.json","text":"{}"',
    );
    expect(await bodiesIn("a.har", text, folderOf())).toMatchObject({ sent: "{}" });
  });
});
