import { brotliCompressSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { archive, entry, lead } from "../traffic/written.ts";
import { checked, undecidedIn, verdictOn } from "./checked.ts";
import { base, later, leads, one, page } from "./written-page.ts";

const notFound = { message: "Not found" };

/** An answer whose body is still in Brotli. */
function compressed(answer: object): object {
  return {
    content: {
      encoding: "base64",
      text: brotliCompressSync(JSON.stringify(answer)).toString("base64"),
    },
    responseHeaders: [{ name: "Content-Encoding", value: "br" }],
  };
}

describe("check-har", () => {
  it("explains a read of a page and of one of its Leads", async () => {
    const { report } = await checked([
      archive([later(0, { url: leads, answer: page([one]) }), later(1, { answer: { data: one } })]),
    ]);
    expect(report.calls).toEqual({ total: 2, judged: 2, undecided: {} });
    expect(report.unexplained).toEqual([]);
  });

  it("finds the call that no choice explains, and shows no person", async () => {
    const { report, text } = await checked([
      archive([
        later(0, { url: leads, answer: page([one]) }),
        later(1, {
          url: `${leads}?filter=${encodeURIComponent('{"email":"zelda.zimmer@realmail.net"}')}`,
          status: 404,
          answer: notFound,
        }),
        later(2, { url: leads, answer: page([one]) }),
      ]),
    ]);
    expect(report.unexplained).toMatchObject([
      {
        file: 1,
        entry: 2,
        date: "2027-03-01T09:00:01.000Z",
        request: 'GET /v1/firms/F1rmF1rm/leads?filter={"email":"person1@example.com"}',
        expected: { status: "200" },
        recorded: { status: "404" },
      },
    ]);
    expect(text).toContain("status: expected 200, recorded 404");
    expect(JSON.stringify(report) + text).not.toMatch(/zelda|zimmer|realmail/i);
  });

  it("takes a conversion between two answers as one at its time", async () => {
    const converted = lead({
      deletedAt: "2027-03-01T09:00:30.000Z",
      convertedAt: "2027-03-01T09:00:30.000Z",
      updatedAt: "2027-03-01T09:00:30.000Z",
    });
    const given = await checked([
      archive([
        later(0, { answer: { data: one } }),
        later(20, { answer: { data: one } }),
        later(40, { status: 404, answer: notFound }),
        later(60, { url: `${base}/leads/Ab3dE6gH?scope=withDeleted`, answer: { data: converted } }),
      ]),
    ]);
    expect(given.report.unexplained).toEqual([]);
    expect(verdictOn(given, "state.convert")).toBe("denied updated-at-moves");
    expect(verdictOn(given, "state.convert.moments")).toBe("confirmed same");
  });

  it("takes a change of content by someone else as one at its time", async () => {
    const changed = lead({ firstName: "Zoe", updatedAt: "2027-03-01T09:00:30.000Z" });
    const { report } = await checked([
      archive([later(0, { answer: { data: one } }), later(60, { answer: { data: changed } })]),
    ]);
    expect(report).toMatchObject({ calls: { judged: 2 }, unexplained: [] });
  });

  it.each([
    [
      "404 of a Lead that no answer shows",
      { url: `${base}/leads/Xx9Yy8Zz`, status: 404, answer: notFound },
    ],
    ["404 of a Lead after the last answer that shows it", { status: 404, answer: notFound }],
    [
      "409 about an email that no answer shows",
      {
        method: "POST",
        url: leads,
        body: { email: "unknown@realmail.net", firstName: "U", lastName: "N" },
        status: 409,
        answer: { message: "Conflict" },
      },
    ],
    [
      "403 for a FirmMember, whose Firm can be of another type,",
      { method: "POST", url: `${base}/firmMembers/Mb3dE6gH/leads`, body: {}, status: 403 },
    ],
    ["401 of a key that worked before", { status: 401, answer: { message: "Unauthorized" } }],
  ])("does not judge a %s", async (_name, written) => {
    const { report } = await checked([
      archive([later(0, { url: leads, answer: page([one]) }), later(9, written)]),
    ]);
    expect(report).toMatchObject({ calls: { total: 2, judged: 1 }, unexplained: [] });
  });

  it("does not judge what it cannot send or compare", async () => {
    const given = await checked([
      archive([
        later(0, { answer: { data: one } }),
        later(1, { status: 0 }),
        later(2, { status: 502 }),
        later(3, { status: 302 }),
        later(4, { url: `${base}/workflows/anything` }),
        later(5, { status: 429, answer: { message: "Too many requests" } }),
        {
          ...entry(),
          request: {
            method: "PATCH",
            url: `${base}/leads/Ab3dE6gH`,
            bodySize: 9,
            headers: [{ name: "x-api-key", value: "a-key" }],
          },
        },
      ]),
    ]);
    expect(undecidedIn(given)).toEqual({
      "no-answer": 1,
      "server-error": 1,
      redirect: 1,
      workflow: 1,
      "unknown-quota": 1,
      "no-request-body": 1,
    });
  });

  it("compares only statuses and headers where bodies were not recorded", async () => {
    const { report } = await checked([
      archive([later(0, { url: leads }), later(1, { url: `${leads}?limit=0`, status: 422 })]),
    ]);
    expect(report).toMatchObject({ calls: { judged: 2 }, unexplained: [] });
  });

  it("does not take a page that lacks unknown Leads for a difference", async () => {
    const second = lead({
      id: "Bb3dE6gH",
      email: "b@realmail.net",
      createdAt: "2027-01-01T09:00:00.000Z",
    });
    const { report } = await checked([
      archive([
        later(0, {
          url: `${leads}?limit=1&offset=40`,
          answer: page([second], { total: 55, offset: 40, limit: 1 }),
        }),
      ]),
    ]);
    expect(report).toMatchObject({ calls: { judged: 1 }, unexplained: [] });
  });

  it("reads several files in the order of time, and names the file of a call", async () => {
    const { report } = await checked([
      archive([later(60, { url: `${leads}?limit=0`, answer: page([one]) })]),
      archive([later(0, { url: leads, answer: page([one]) })]),
    ]);
    expect(report).toMatchObject({ files: 2, unexplained: [{ file: 1, entry: 1 }] });
  });

  it("replays the first calls only, where there are too many, and counts the others", async () => {
    const entries = Array.from({ length: 9 }, (_, at) => later(at, { answer: { data: one } }));
    const limits = { entriesMax: 4, charactersMax: 1_000_000 };
    const { report } = await checked([archive(entries)], { limits });
    expect(report).toMatchObject({ calls: { total: 4 }, skipped: { overLimit: 5 } });
  });

  it("takes a call that two files have once", async () => {
    const body = {
      email: "zelda.zimmer@realmail.net",
      firstName: "Zelda",
      lastName: "Zimmer",
      phone: { number: "6135559876" },
    };
    const at = "2027-03-01T09:00:00.000Z";
    const created = lead({ ...body, createdAt: at, updatedAt: at });
    const create = later(0, {
      method: "POST",
      url: leads,
      body,
      status: 201,
      answer: { data: created },
    });
    const read = later(5, { answer: { data: created } });
    const { report } = await checked([
      archive([create, create]),
      archive([create, read, later(9, { url: `${base}/health` })]),
    ]);
    expect(report).toMatchObject({ calls: { total: 3 }, skipped: { repeated: 1, otherPaths: 1 } });
    // Within one file, the second create is a call of its own.
    expect(report.unexplained).toMatchObject([{ file: 1, entry: 2 }]);
  });

  const keyless = { requestHeaders: [] };

  it.each([
    ["a later answer", [later(0, { url: leads, answer: page([]), ...keyless })]],
    ["a later file", []],
  ])("takes calls without a key whose host only %s shows to be a Lead API", async (_name, more) => {
    const proof = later(9, { ...keyless, ...compressed({ data: one }) });
    const first = [...more, later(1, { url: leads, ...keyless, ...compressed(page([])) })];
    const { report } = await checked(
      more.length === 0 ? [archive(first), archive([proof])] : [archive([...first, proof])],
    );
    expect(report.calls.total).toBe(more.length + 2);
    expect(report.skipped).toMatchObject({ otherHosts: 0, otherPaths: 0 });
  });

  it("takes a call once that two tools wrote in different codings", async () => {
    const responseHeaders = [{ name: "Content-Encoding", value: "br" }];
    const { report } = await checked([
      archive([later(0, { answer: { data: one }, responseHeaders })]),
      archive([later(0, compressed({ data: one }))]),
    ]);
    expect(report).toMatchObject({ calls: { total: 1 }, skipped: { repeated: 1 } });
  });

  it("counts calls of other hosts neither as repeated nor as over a limit", async () => {
    const entries = Array.from({ length: 9 }, (_, at) =>
      later(at, { url: "https://crm.example.com/leads", answer: {}, ...keyless }),
    );
    const limits = { entriesMax: 6, charactersMax: 1_000_000 };
    const first = archive([later(0, { answer: { data: one } }), ...entries]);
    const { report } = await checked([first, archive(entries)], { limits });
    expect(report.skipped).toMatchObject({ otherHosts: 18, overLimit: 0, repeated: 0 });
  });

  it("leaves out calls whose bodies decompress to more than a replay keeps", async () => {
    const answer = { data: [], filler: "x".repeat(4_000) };
    const entries = Array.from({ length: 9 }, (_, at) =>
      later(at, { url: leads, ...compressed(answer) }),
    );
    const limits = { entriesMax: 100, charactersMax: 9_000 };
    const { report } = await checked([archive(entries)], { limits });
    expect(report).toMatchObject({ calls: { total: 2 }, skipped: { overLimit: 7 } });
  });
});
