/**
 * States of the directory: Firms, members, referral codes. A state creates the records that a pact names by id and
 * that do not exist.
 */
import * as z from "zod";

import type { ApiKey } from "../../../domain/model/api-key.ts";
import { keyRefusal } from "../../../domain/model/api-key.ts";
import { emailPattern } from "../../../domain/model/email-address.ts";
import type {
  Environment,
  Firm,
  FirmMember,
  ReferralCode,
  RoleType,
} from "../../../domain/model/firm.ts";
import { issueKey } from "../../../world/platform/issue-key.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ControlError } from "../calls/control-error.ts";
import type { ProviderState, Stage } from "./state.ts";
import { Id, providerState } from "./state.ts";

const firmValues = {
  firmId: "the Firm's id",
  apiKey: "a working key of the Firm for the Partner sandbox",
} as const;

/** States in which a Firm, a member or a referral code exists. */
export const directoryStates: readonly ProviderState[] = [
  providerState({
    name: "a firm exists",
    description: "A Firm with that id, created with a working key if it does not exist.",
    params: z.strictObject({
      firmId: Id.exactOptional(),
      name: z.string().default("State Partners"),
      firmType: z.string().default("Partner"),
    }),
    values: firmValues,
    setUp(stage, { firmId, name, firmType }) {
      const firm = existing("Firm", firmOf(stage, firmId, { name, firmType }));
      return { firmId: firm.id, apiKey: workingKey(stage, firm.id).key };
    },
  }),
  providerState({
    name: "a firm member exists",
    description: "A member of a Firm, on request an owner with an active subscription.",
    params: z.strictObject({
      firmMemberId: Id.exactOptional(),
      firmId: Id.exactOptional(),
      email: z.email({ pattern: emailPattern }).default("member@state-partners.example"),
      isOwner: z.boolean().default(false),
    }),
    values: { firmMemberId: "the member's id", ...firmValues },
    setUp(stage, { firmMemberId, firmId, ...fields }) {
      const member = existing("FirmMember", memberOf(stage, { firmMemberId, firmId, ...fields }));
      if (member.isOwner) stage.workspace.store().firmMembers.subscribe(member.id, true);
      const { key } = workingKey(stage, member.firmId);
      return { firmMemberId: member.id, firmId: member.firmId, apiKey: key };
    },
  }),
  providerState({
    name: "a referral code exists",
    description: "A referral code of a Firm.",
    params: z.strictObject({ referralCodeId: Id.exactOptional(), firmId: Id.exactOptional() }),
    values: { referralCodeId: "the code's id", ...firmValues },
    setUp(stage, { referralCodeId, firmId }) {
      const { referralCodes } = stage.workspace.store();
      const first = referralCodeId ?? referralCodes.firstIdOfFirm(firmOf(stage, firmId).id);
      const code = codeOf(stage, first ?? undefined, firmId);
      const { id, firmId: owner } = existing("referral code", code);
      return { referralCodeId: id, firmId: owner, apiKey: workingKey(stage, owner).key };
    },
  }),
];

/** The record. Throws a 409 if it is soft-deleted. */
function existing<Row extends { readonly id: string; readonly deletedAt: number | null }>(
  what: string,
  record: Row,
): Row {
  if (record.deletedAt === null) return record;
  throw new ControlError(409, `The ${what} ${record.id} is deleted.`, {
    hint: "Omit the id, or name one that is not taken.",
  });
}

/** Finds or creates the Firm with that id. Without an id, returns the first Firm with a Partner key. */
export function firmOf(
  { workspace }: Stage,
  firmId: string | undefined,
  fields: Pick<Firm, "name" | "firmType"> = { name: "State Partners", firmType: "Partner" },
): Firm {
  const { firms } = workspace.store();
  const wanted = firmId ?? workspace.keys().find(isOf("Partner", "sandbox"))?.firmId;
  const known = wanted === undefined ? null : firms.find(wanted);
  if (known !== null) return known;
  return workspace.createRecord("firm", firms, (id) => ({
    id: wanted ?? id,
    ...fields,
    colour: null,
    creatorFirmId: null,
    logo: null,
    ...newTimestamps(workspace),
  }));
}

/** Finds or creates the member with that id. */
export function memberOf(
  stage: Stage,
  wanted: {
    readonly firmMemberId?: string | undefined;
    readonly firmId?: string | undefined;
    readonly email: string;
    readonly isOwner: boolean;
  },
): FirmMember {
  const { workspace } = stage;
  const { firmMembers } = workspace.store();
  const { firmMemberId, firmId, email, isOwner } = wanted;
  const known = firmMemberId === undefined ? null : firmMembers.find(firmMemberId);
  const firm = firmOf(stage, firmId ?? known?.firmId);
  if (known !== null) {
    refuseOtherFirm("FirmMember", known.id, known.firmId, firm.id);
    return known;
  }
  return workspace.createRecord("firmMember", firmMembers, (id) => ({
    id: firmMemberId ?? id,
    firmId: firm.id,
    email,
    firstName: "Mona",
    lastName: "Member",
    isOwner,
    ...newTimestamps(workspace),
  }));
}

/** Finds or creates the referral code with that id. */
export function codeOf(
  stage: Stage,
  wanted: string | undefined,
  firmId: string | undefined,
): ReferralCode {
  const { workspace } = stage;
  const { referralCodes } = workspace.store();
  const known = wanted === undefined ? null : referralCodes.find(wanted);
  const firm = firmOf(stage, firmId ?? known?.firmId);
  if (known !== null) {
    refuseOtherFirm("referral code", known.id, known.firmId, firm.id);
    return known;
  }
  return workspace.createRecord("referralCode", referralCodes, (id) => ({
    id: wanted ?? id,
    firmId: firm.id,
    ...newTimestamps(workspace),
  }));
}

/** A valid key of the Firm for that surface; issues one if there is none. */
export function workingKey(
  { registry, workspace }: Stage,
  firmId: string,
  roleType: RoleType = "Partner",
  environment: Environment = "sandbox",
): ApiKey {
  const isSuch = isOf(roleType, environment);
  const works = (key: ApiKey): boolean =>
    key.firmId === firmId && isSuch(key) && keyRefusal(key, workspace.clock.now()) === null;
  return (
    workspace.keys().find(works) ??
    issueKey(registry, workspace, { firmId, roleType, environment, expiresAt: null })
  );
}

function isOf(roleType: RoleType, environment: Environment): (key: ApiKey) => boolean {
  return (key) => key.roleType === roleType && key.environment === environment;
}

/** The timestamps of a record created now. */
export function newTimestamps(workspace: Workspace) {
  const now = workspace.clock.now();
  return { createdAt: now, updatedAt: now, deletedAt: null };
}

/** Throws a 409 for a record that exists in another environment than the state's. */
export function refuseOtherEnvironment(
  what: string,
  { id, environment }: { readonly id: string; readonly environment: Environment },
  wanted: Environment,
): void {
  if (environment === wanted) return;
  throw new ControlError(409, `The ${what} ${id} exists in the environment ${environment}.`, {
    hint: "Omit the id, or name its environment.",
  });
}

/** Throws a 409 for a record that exists and belongs to another Firm than the state's. */
export function refuseOtherFirm(what: string, id: string, actual: string, wanted: string): void {
  if (actual === wanted) return;
  throw new ControlError(409, `The ${what} ${id} exists and belongs to the Firm ${actual}.`, {
    hint: "Omit the id, or name the Firm it belongs to.",
  });
}
