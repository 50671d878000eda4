/** The parameter `adopt` that every provider state takes: for verifiers that send the pact's own key and ids. */
import * as z from "zod";

import type { Json } from "../../../base/values/json.ts";
import { isKeyShape } from "../../../domain/model/api-key.ts";
import type { AdoptionRules } from "../../../world/workspace/registry/adoption.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ControlError } from "../calls/control-error.ts";
import { parsed } from "../calls/input.ts";

type Params = Readonly<Record<string, Json>>;

const Id = z
  .string()
  .regex(/^[^\ud800-\udfff\p{Cc}]{1,64}$/u, "Expected an id of 1 to 64 characters");
const Key = z
  .string()
  .refine(isKeyShape, "Expected a UUID of version 4")
  .transform((key) => key.toLowerCase());

const AdoptParam = z.strictObject({
  adopt: z
    .union([
      z.boolean(),
      z.strictObject({
        key: z.union([Key.transform((key) => [key]), z.array(Key)]).default([]),
        firm: Id.nullable().default(null),
        member: Id.nullable().default(null),
      }),
    ])
    .default(false),
});

/**
 * Takes the parameter `adopt` out of `params` and turns adoption on by it. While it is on, the Firm and the FirmMember
 * that a state names are adopted, too, instead of created: the verifier's key acts for them.
 */
export function adoptedInState(registry: Registry, workspace: Workspace, params: Params): Params {
  const { adopt, ...others } = params;
  const { adoption } = registry;
  const rules = rulesOf(adopt);
  if (rules !== null) {
    if (workspace !== registry.default()) throw refused("only the default workspace adopts");
    if (!adoption.turnOn(rules)) {
      throw refused(
        "the sandbox serves on a host that is not loopback, so it adopts only a named key",
      );
    }
  }
  if (adoption.rules() === null || workspace !== registry.default()) return others;
  const surface = { api: "Partner", environment: "sandbox" } as const;
  const adoptAt = (kind: "Firm" | "FirmMember", id: Json | undefined): void => {
    const apiKey = adoption.keyOf(surface);
    if (typeof id !== "string" || apiKey === null) return;
    adoption.adoptId(kind, id, { apiKey, surface, now: workspace.clock.now() });
  };
  adoptAt("Firm", rules?.firm ?? others["firmId"]);
  adoptAt("FirmMember", rules?.member ?? others["firmMemberId"]);
  return others;
}

function rulesOf(adopt: Json | undefined): AdoptionRules | null {
  if (adopt === undefined) return null;
  const { adopt: given } = parsed(AdoptParam, { adopt }, "body");
  if (given === false) return null;
  return given === true ? { key: [], firm: null, member: null } : given;
}

function refused(reason: string): ControlError {
  return new ControlError(422, `The parameter adopt is refused: ${reason}.`, {
    hint: 'Name the key: { "adopt": { "key": "UUID", "firm": "ID" } }, for /_sandbox/pact/states.',
  });
}
