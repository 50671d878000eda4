/** Where a ledger can be, and why it cannot be read there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import type { LedgerSource } from "../../../src/harness/simulate/ledger/ledger.ts";
import { isInState, readLedger } from "../../../src/harness/simulate/ledger/ledger.ts";
import { serve } from "../../support/serve.ts";

const text = '[{"id":"L1"}]';
const rows = [{ id: "L1" }];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "lead-sandbox-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** What a client with that state folder believes. */
function read(source: Exclude<LedgerSource, { readonly kind: "none" }>, state = "") {
  const env = { LEAD_SANDBOX_STATE: state, PATH: process.env["PATH"] };
  return readLedger(source, env, new AbortController().signal);
}

/** The URL of a server that answers so, until the end of the test. */
function served(answer: (response: ServerResponse) => void): Promise<string> {
  return serve((_request, response) => answer(response));
}

describe("a ledger in a file", () => {
  it("is looked up in the folder of the state first", async () => {
    const state = folder();
    writeFileSync(join(state, "ledger.json"), text);
    expect(await read({ kind: "file", file: "ledger.json" }, state)).toMatchObject({ rows });
    expect(await read({ kind: "file", file: join(state, "ledger.json") })).toMatchObject({ rows });
  });

  it("that is missing, a folder or not text is unreadable, with the reason", async () => {
    const state = folder();
    mkdirSync(join(state, "deep"));
    writeFileSync(join(state, "bytes"), Buffer.from([0xff, 0xfe, 0x00]));
    writeFileSync(join(state, "file"), "");
    const reasonOf = (file: string) => read({ kind: "file", file }, state);
    expect(await reasonOf("none.json")).toEqual({ unreadable: "there is no file none.json" });
    expect(await reasonOf("deep")).toMatchObject({
      unreadable: expect.stringContaining("is not a file"),
    });
    expect(await reasonOf("file/x")).toMatchObject({
      unreadable: expect.stringMatching(/^it cannot be read: ENOTDIR/),
    });
    expect(await reasonOf("bytes")).toHaveProperty("unreadable");
  });

  it("is in the folder of the state if it is there by a relative path", () => {
    const state = folder();
    writeFileSync(join(state, "ledger.json"), text);
    expect(isInState({ kind: "file", file: "ledger.json" }, state)).toBe(true);
    expect(isInState({ kind: "file", file: "other.json" }, state)).toBe(false);
    expect(isInState({ kind: "file", file: join(state, "ledger.json") }, state)).toBe(false);
    expect(isInState({ kind: "none" }, state)).toBe(true);
  });
});

describe("a ledger at a URL", () => {
  it("is the body of its answer", async () => {
    const url = await served((response) => response.end(text));
    expect(await read({ kind: "url", url })).toMatchObject({ rows });
  });

  it("that answers with an error, redirects or does not answer is unreadable", async () => {
    const failing = await served((response) => response.writeHead(503).end(text));
    expect(await read({ kind: "url", url: failing })).toEqual({
      unreadable: `${failing} answers with status 503`,
    });
    const moved = await served((response) => response.writeHead(302, { location: "/x" }).end());
    expect(await read({ kind: "url", url: moved })).toEqual({
      unreadable: `${moved} does not answer`,
    });
    const closed = await served((response) => response.destroy());
    expect(await read({ kind: "url", url: closed })).toEqual({
      unreadable: `${closed} does not answer`,
    });
  });
});

describe("a ledger of a command", () => {
  it("is its output", async () => {
    expect(await read({ kind: "command", text: `echo '${text}'; echo note >&2` })).toMatchObject({
      rows,
    });
  });

  it.each([
    ["exit 3", "the command ends with exit code 3"],
    ["echo one >&2; echo two >&2; exit 1", "the command ends with exit code 1: two"],
  ])("that fails is unreadable: %s", async (command, unreadable) => {
    expect(await read({ kind: "command", text: command })).toEqual({ unreadable });
  });
});
