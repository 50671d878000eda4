/** What a client did last in a run that did not end. */
import { describe, expect, it } from "vitest";

import { endingOf } from "../../../src/harness/explore/judge/ending.ts";
import type { ObservedCall } from "../../../src/harness/explore/model.ts";
import { call, callId } from "./made-up.ts";

const maya = callId("maya@example.com");
const refused = (sentAtMs: number, given: Partial<ObservedCall> = {}) =>
  call(maya, { status: 409, sentAtMs, body: "{}", ...given });

describe("the last call of a client", () => {
  it.each<readonly [string, readonly ObservedCall[]]>([
    ["it made no call", []],
    ["the last call waits for its answer", [refused(1, { isOpen: true, status: 0 })]],
    ["the last call got no answer", [refused(1, { status: 0 })]],
    ["the last call was answered with 409", [refused(1)]],
    ["the last call was answered with 409", [refused(1), refused(2, { body: "[]" })]],
    ["the last call was answered with 409", [refused(1, { status: 503 }), refused(2)]],
    ["the last call repeats a 409", [refused(1), refused(2)]],
    ["the last call was answered with 201", [refused(3, { status: 201 }), refused(1), refused(2)]],
  ])("%s", (text, calls) => {
    expect(endingOf(calls)).toBe(text);
  });
});
