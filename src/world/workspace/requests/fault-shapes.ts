/** The schema of a planned fault, shared by a workspace's settings and the control plane. */
import * as z from "zod";

import { lazy } from "../../../base/values/lazy.ts";
import { faultKinds } from "../../../domain/model/fault.ts";
import {
  isBoundedPattern,
  patternLengthMax,
  tooManyWildcards,
} from "../../../domain/model/path-pattern.ts";
import { listOf, recordOf } from "../fixtures/list-of.ts";

const delayMsMax = 600_000;

/** Which requests a fault matches; all of them without any part. */
export const FaultMatchShape = lazy(() =>
  z.strictObject({
    method: z
      .string()
      .regex(/^[A-Za-z]+$/)
      .exactOptional(),
    path: z
      .string()
      .max(patternLengthMax)
      .regex(/^[/*][^?#]*$/, "Expected a path that starts with / or *, without ? and #")
      .refine(isBoundedPattern, tooManyWildcards)
      .exactOptional(),
    operationId: z.string().exactOptional(),
    apiKeyId: z.string().exactOptional(),
  }),
);

const FieldErrors = lazy(() =>
  recordOf(
    z.string(),
    listOf(z.strictObject({ code: z.string(), message: z.string() })).readonly(),
  ),
);

export const FaultEffectShape = lazy(() =>
  z.strictObject({
    when: z.enum(["before", "after"]).default("before"),
    delayMs: z.int().min(0).max(delayMsMax).exactOptional(),
    kind: z.enum(faultKinds).exactOptional(),
    status: z.int().min(200).max(599).exactOptional(),
    message: z.string().exactOptional(),
    fields: FieldErrors().exactOptional(),
    headers: recordOf(
      z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/),
      z.string().regex(/^[\x20-\x7e]*$/),
    ).exactOptional(),
  }),
);
