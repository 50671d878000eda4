/** The check of what follows a 409. */
import { describe, expect, it } from "vitest";

import { baseline, create, exit, read, run, verdictOf } from "./made-up.ts";

const conflict = { status: 409, answer: '{"message":"Conflict"}' };
const outage = { status: 503, answer: '{"message":"Unavailable"}', isVaried: true };

describe("conflict.handled", () => {
  it("is shown by a run that ends with 0", () => {
    const runs = [baseline, run("again", [create(0, conflict)])];
    expect(verdictOf("conflict.handled", runs)).toEqual({
      verdict: "shown",
      evidence: ["again 1"],
    });
  });

  it("is shown by a read, whatever the exit code", () => {
    const failed = run("again", [create(0, conflict), read(100)], { exits: [exit(1)] });
    expect(verdictOf("conflict.handled", [failed]).verdict).toBe("shown");
  });

  it("needs attention in a run that fails without a read", () => {
    const failed = run("again", [create(0, conflict)], { exits: [exit(1)] });
    expect(verdictOf("conflict.handled", [failed]).verdict).toBe("attention");
  });

  it("needs attention if the 409 of another's Lead, or after a lost answer, fails the run", () => {
    const given = { exits: [exit(1)] };
    const others = run("fault:409", [create(0, { ...conflict, isVaried: true })], given);
    const lost = create(0, { status: 0, answer: null, isVaried: true });
    const own = run("fault:reset-after", [lost, create(100, conflict)], given);
    for (const one of [others, own]) {
      expect(verdictOf("conflict.handled", [one]).verdict).toBe("attention");
    }
  });

  it.each([
    ["the 409 is malformed", "fault:malformed", [create(0, { ...conflict, isVaried: true })]],
    ["an outage follows the 409", "fault:outage", [create(0, conflict), read(100, outage)]],
  ])("is not exercised by a run that fails where %s", (_name, trial, calls) => {
    const failed = run(trial, calls, { exits: [exit(1)] });
    expect(verdictOf("conflict.handled", [failed]).verdict).toBe("not-exercised");
  });

  it("is violated if the same POST follows twice", () => {
    const calls = [create(0, conflict), create(100, conflict), create(200, conflict)];
    expect(verdictOf("conflict.handled", [run("again", calls)]).verdict).toBe("violated");
  });

  it("is not violated if it follows once", () => {
    const calls = [create(0, conflict), create(100, conflict)];
    expect(verdictOf("conflict.handled", [run("again", calls)]).verdict).toBe("shown");
  });

  it("does not add what two processes do", () => {
    const calls = [0, 100, 200].map((at) => create(at, { ...conflict, process: at / 100 + 1 }));
    const exits = [exit(0), exit(0), exit(0)];
    expect(verdictOf("conflict.handled", [run("again", calls, { exits })]).verdict).toBe("shown");
  });

  it("is not exercised without a 409", () => {
    expect(verdictOf("conflict.handled", [baseline]).verdict).toBe("not-exercised");
  });
});
