import * as fc from "fast-check";

import type { Handling, Program, Step } from "./program.ts";

const handling: fc.Arbitrary<Handling> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ kind: "none" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("retry" as const),
      times: fc.integer({ min: 1, max: 6 }),
      pauseMs: fc.constant(0),
    }),
  },
  fc.constant({ kind: "retry", times: 1, pauseMs: 2_100 } as const),
  { weight: 2, arbitrary: fc.constant({ kind: "find" } as const) },
  fc.constant({ kind: "elsewhere" } as const),
  fc.constant({ kind: "smaller" } as const),
);

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("create", "create", "patch", "patch", "delete", "read", "list"),
  person: fc.constantFrom("maya@example.com", "noah@example.com"),
  parent: fc.constantFrom("firm", "firm", "firm", "member"),
  by: fc.constantFrom("id", "email"),
  field: fc.constantFrom("firstName", "lastName"),
  value: fc.constantFrom("May", "Moss"),
  handling,
  otherwise: fc.constantFrom("ignore", "stop", "stop", "claim", "note"),
});

export const program: fc.Arbitrary<Program> = fc
  .record({
    first: step.map((one): Step => ({ ...one, act: "create" })),
    more: fc.array(step, { maxLength: 3 }),
    readsBodies: fc.boolean(),
    idLength: fc.constantFrom(null, null, 8),
    knowsAllFields: fc.constantFrom(false, false, true),
  })
  .map(({ first, more, ...rest }) => ({ steps: [first, ...more], ...rest }));
