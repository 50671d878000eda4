/** Checks of what a client prints, and of one person who is always refused. */
import { describe, expect, it } from "vitest";

import { sameOutput } from "../../../src/harness/assess/checks/same-output.ts";
import type { AssessedRun } from "../../../src/harness/assess/run.ts";
import { useOf } from "../../../src/harness/assess/use.ts";
import { watchOutput } from "../../../src/harness/runs/watch-output.ts";
import {
  baseline,
  create,
  exit,
  lead,
  maya,
  read,
  reasonOf,
  run,
  verdictOf,
  world,
} from "./made-up.ts";

const key = "6f1c2d3e-4a5b-4c6d-8e7f-90a1b2c3d4e5";

describe("the output as it streams", () => {
  const seenIn = (...chunks: readonly string[]) => {
    const watch = watchOutput((one) => one === key);
    for (const chunk of chunks) watch.add(Buffer.from(chunk), "stderr", 2);
    return watch.seen();
  };
  const encoded = Buffer.from(`user:${key}`).toString("base64");

  it.each([
    ["plain", [`X-API-Key: ${key}\n`]],
    ["in capitals", [key.toUpperCase()]],
    ["cut in two", [`key=${key.slice(0, 11)}`, key.slice(11)]],
    ["percent-encoded", [key.replaceAll("-", "%2D")]],
    ["in Base64", [`Basic ${encoded}`]],
    ["in Base64, cut in two", [`Basic ${encoded.slice(0, 20)}`, encoded.slice(20)]],
    ["before more than is kept", [key, "x".repeat(200_000)]],
  ])("has a key %s", (_name, chunks) => {
    expect(seenIn(...chunks).keys).toEqual([{ process: 2, stream: "stderr" }]);
  });

  it.each([
    ["another id", ["00000000-0000-4000-8000-000000000000"]],
    ["the end of a key", [`…${key.slice(-4)}`]],
    ["a key between two streams", [key.slice(0, 20)]],
  ])("has none in %s", (_name, chunks) => expect(seenIn(...chunks).keys).toEqual([]));

  it("is counted", () => expect(seenIn("a", "bc").bytes).toBe(3));
});

const printing = (bytes: number, ...streams: readonly ("stdout" | "stderr")[]) => ({
  outputSeen: { bytes, keys: streams.map((stream) => ({ process: 1, stream })) },
});

describe("logs.clean", () => {
  it("is shown by output without a key", () => {
    expect(verdictOf("logs.clean", [{ ...baseline, ...printing(10) }]).verdict).toBe("shown");
  });

  it("is violated by a key in any run, which it names, with its stream", () => {
    const runs = [baseline, run("fault:503", [create(0)], { number: 7, ...printing(9, "stderr") })];
    expect(verdictOf("logs.clean", runs).verdict).toBe("violated");
    expect(reasonOf("logs.clean", runs)).toBe("A key is in stderr of run 7 (fault:503).");
  });

  it("is violated by a run that made no call", () => {
    const runs = [baseline, run("fault:503", [], { number: 7, ...printing(9, "stdout") })];
    expect(verdictOf("logs.clean", runs).verdict).toBe("violated");
  });

  it("needs attention in a test suite", () => {
    const suite = run("fault:503", [create(0)], { ...printing(9, "stdout"), tests: new Map() });
    expect(verdictOf("logs.clean", [baseline, suite]).verdict).toBe("attention");
  });

  it("is not exercised without output", () => {
    expect(verdictOf("logs.clean", [baseline]).verdict).toBe("not-exercised");
  });
});

describe("poison.isolated", () => {
  const olga = "olga@example.com";
  const bothPeople = [create(0), create(100, { subject: olga })];
  const both = run("baseline", bothPeople, {
    worlds: [world(lead(maya), lead(olga))],
    output: "2 sent",
  });
  const refused = create(0, { status: 422, isVaried: true });
  const poisoned = (given: Partial<AssessedRun>) => [
    both,
    run("fault:poison", [refused, create(100, { subject: olga })], {
      worlds: [world(lead(olga))],
      output: "1 sent, 1 refused",
      ...given,
    }),
  ];
  const verdict = (given: Partial<AssessedRun>) =>
    verdictOf("poison.isolated", poisoned(given)).verdict;

  it.each([
    ["another exit code", { exits: [exit(1)], output: "2 sent" }],
    ["another output", {}],
  ])("is shown by all others and %s", (_name, given) => expect(verdict(given)).toBe("shown"));

  it.each([
    ["others are missing", { worlds: [world()] }],
    ["it prints what it prints without the refusal", { output: "2 sent" }],
  ])("is violated with exit code 0 if %s", (_name, given) =>
    expect(verdict(given)).toBe("violated"),
  );

  it.each([
    ["others are missing, and it says so", { worlds: [world()], exits: [exit(1)] }],
    ["it does not end", { exits: [exit(143, true)] }],
    ["it is a test suite", { worlds: [world()], tests: new Map() }],
  ])("needs attention if %s", (_name, given) => expect(verdict(given)).toBe("attention"));

  it("is not exercised with one person", () => {
    const runs = [baseline, run("fault:poison", [refused], { worlds: [world()] })];
    expect(verdictOf("poison.isolated", runs).verdict).toBe("not-exercised");
  });
});

const printed = (output: string, id = "Lead000001") =>
  run("baseline", [read(0, { answer: JSON.stringify({ data: { id, email: maya } }) })], {
    output,
  });

describe("the same output", () => {
  it.each([
    ["2026-03-02T09:00:00.000Z sent", "2026-03-02T10:00:00.5Z sent"],
    ["took 12.5 ms", "took 3 ms"],
    ["http://127.0.0.1:4610/v1", "http://127.0.0.1:52111/v1"],
    ["[1234] pid=99 done", "[77] pid=1 done"],
  ])("%s and %s", (one, other) => expect(sameOutput(printed(one), printed(other))).toBe(true));

  it("has other ids", () => {
    const [one, other] = [printed("made Lead000001"), printed("made Lead999999", "Lead999999")];
    expect(sameOutput(one, other)).toBe(true);
  });

  it("has the same counts", () =>
    expect(sameOutput(printed("2 sent"), printed("1 sent"))).toBe(false));
});

describe("the figure of people in the output", () => {
  const phone = "+1 555 010 0142";
  const sent = create(0, { body: JSON.stringify({ email: maya, phone: { number: phone } }) });
  const named = (output: string) =>
    useOf([baseline, run("again", [sent], { number: 7, output })], null).outputNamesPeopleIn;

  it("is the first run that names one, by email or phone", () => {
    expect(named(`sent ${maya.toUpperCase()}`)).toBe(7);
    expect(named(`sent ${phone}`)).toBe(7);
    expect(named("sent 1 Lead to support@lender.example")).toBeNull();
  });
});
