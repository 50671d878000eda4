import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { mayNamePeople } from "../../../../src/harness/explore/report/hidden-exploration.ts";
import { exploredHere, program } from "../explored.ts";
import { call, callId, observation } from "../made-up.ts";

const person = {
  email: "Zoë.O'Quill+home@Quillfamily.ca",
  firstName: "Zoëlina",
  lastName: 'O"Quill <b>',
  phone: { number: "6475550188", extension: "47110815" },
  clientData: {
    dateOfBirth: "1971-02-03",
    maritalStatus: "Quillmarried",
    notes: "Owes 12345678 to quillbank",
    income: 98_765_432,
  },
};

/** Creates a person, reads the Firm's list and an unknown id, and ignores every failure. */
const careless = `
  const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;
  const headers = { "content-type": "application/json", "x-api-key": key };
  const person = ${JSON.stringify(person)};
  const signal = () => AbortSignal.timeout(4_000);
  const leads = url + "/v1/firms/" + firm + "/leads";
  console.log("with key " + key + " and " + person.email + ", " + person.lastName);
  await fetch(leads, { method: "POST", headers, body: JSON.stringify(person), signal: signal() }).catch(() => {});
  const filter = encodeURIComponent(JSON.stringify({ email: person.email }));
  await fetch(leads + "?filter=" + filter, { headers, signal: signal() }).catch(() => {});
  await fetch(url + "/v1/leads/quill@home.example", { headers, signal: signal() }).catch(() => {});
  await fetch(url + "/v1/nothing?key=" + key, { headers, signal: signal() }).catch(() => {});
`;

/** What no file may hold, in lower case: parts of the values, so that encodings do not matter. */
const secrets = ["quill", "lina", "5550188", "47110815", "1971-02", "98765432", "12345678"];
const keyPattern = /11111111-1111-4111-8111-111111111111/;

/** Every file in a folder, with its text in lower case. */
function filesIn(folder: string): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder).map((name) => ({
    name,
    text: readFileSync(join(folder, name), "utf8").toLowerCase(),
  }));
}

/** A third of the faults at the first call: two lose the Lead, one does not. */
const options = ["--only", "faults", "--operations", "post-leads-for-firm", "--shard", "3/3"];

describe("the files of explore", () => {
  it("hold no key and no personal data, and the same ids as with --keep-data", async () => {
    const hidden = await exploredHere(options, program(careless));
    const kept = await exploredHere([...options, "--keep-data"], program(careless));
    expect([hidden.code, kept.code]).toEqual([1, 1]);
    const files = filesIn(hidden.out);
    expect(files.length).toBeGreaterThan(5);
    for (const { name, text } of files) {
      const found = secrets.filter((secret) => new RegExp(`(?<![a-z])${secret}`).test(text));
      expect({ name, found, hasKey: keyPattern.test(text) }).toEqual({
        name,
        found: [],
        hasKey: false,
      });
    }
    const ids = (one: typeof kept) => one.report?.findings.map(({ id }) => id).toSorted();
    expect(ids(hidden)).toEqual(ids(kept));
    const [created] = hidden.report?.baseline?.calls ?? [];
    expect(created?.id).toContain("person1@example.com");
    expect(JSON.parse(created?.body ?? "")).toMatchObject({
      email: expect.stringMatching(/^PERSON1@/i),
    });
    const lost = hidden.report?.findings.find(({ verdict }) => verdict === "lost");
    expect(lost?.records).toMatchObject([{ email: "person1@example.com", expected: 1, found: 0 }]);
    expect(JSON.stringify(kept.report)).toContain("O'Quill+home");
    expect(filesIn(kept.out).filter(({ text }) => keyPattern.test(text))).toEqual([]);
    expect(hidden.stderr.toLowerCase()).toContain("o'quill+home");
  }, 240_000);

  it("hold no value of a person that differs in each run", async () => {
    const each = `\${process.env.LEAD_API_URL.split(":").at(-1)}`;
    const differing = careless.replace('"Zoëlina"', `\`Zoëlina${each}\``);
    const { code, out, stderr, report } = await exploredHere(options, program(differing));
    expect({ code, kind: report?.problem?.kind }).toEqual({ code: 3, kind: "differs" });
    expect(stderr).toMatch(/first Zoëlina\d+, then Zoëlina\d+/);
    expect(report?.problem?.message).toContain("firstName");
    for (const { name, text } of filesIn(out)) {
      expect([name, /zoëlina|o'quill/.exec(text)]).toEqual([name, null]);
    }
  }, 60_000);

  it.each([
    ["maya@example.com", false],
    ["Maya@crm.EXAMPLE.org", false],
    ["maya@crm.test", false],
    ["maya@notexample.com", true],
    ["maya@example.com.ca", true],
    ["maya@home", true],
  ])("may hold the address of a person: %s %s", (email, isPersonal) => {
    const body = JSON.stringify({ email });
    const sent = { body, path: "/", query: "", answer: null };
    const filtered = { ...sent, body: null, query: `filter=${encodeURIComponent(body)}` };
    const runs = [
      ...[sent, filtered].map((one) => ({ calls: [call(callId(null), one)] })),
      { output: `Cannot create ${email}: 422` },
    ];
    for (const run of runs) {
      const baseline = observation(run);
      expect(mayNamePeople({ problem: null, baseline, judged: [] })).toBe(isPersonal);
    }
  });
});
