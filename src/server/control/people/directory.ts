/** Adds records to the directory of a workspace: Firms, members, referral codes and subscriptions (interface 2.4). */
import * as z from "zod";

import { emailPattern } from "../../../domain/model/email-address.ts";
import type { Firm, FirmMember, ReferralCode } from "../../../domain/model/firm.ts";
import { logoLengthMax, logoProblem } from "../../../domain/model/firm.ts";
import { setSubscription as setNotifications } from "../../../world/platform/set-subscription.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { created } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import { withBody } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import {
  showFirm,
  showFirmMember,
  ShownFirm,
  ShownFirmMember,
  ShownReferralCode,
  showReferralCode,
} from "./show.ts";

/** Patterns instead of lengths: zod's length check throws on an object whose `length` is not a number. */
const Text = z
  .string()
  .regex(/./su)
  .transform((text) => text.toWellFormed());
const OptionalText = z
  .string()
  .transform((text) => text.toWellFormed())
  .nullable()
  .default(null);
const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .exactOptional();

export const addFirm = withBody({
  id: "add-firm",
  summary: "Add a Firm; it has no keys yet",
  method: "POST",
  path: "/firms",
  destroys: null,
  body: z.strictObject({
    id: Id,
    name: Text,
    firmType: Text,
    colour: OptionalText,
    logo: OptionalText.refine((logo) => logo === null || logo.length <= logoLengthMax, logoProblem),
  }),
  status: 201,
  answer: one(ShownFirm),
  run({ workspace }, { id, ...fields }) {
    const { firms } = workspace.store();
    refuseTaken("Firm", firms, id);
    return workspace.transaction(() => {
      const firm = workspace.createRecord("firm", firms, (next): Firm => ({
        ...fields,
        id: id ?? next,
        creatorFirmId: null,
        ...newTimestamps(workspace),
      }));
      workspace.emit("firm.added", { id: firm.id });
      return created(showFirm(firm));
    });
  },
});

export const addFirmMember = withBody({
  id: "add-firm-member",
  summary: "Add a member to a Firm, with or without a notification subscription",
  method: "POST",
  path: "/firm-members",
  destroys: null,
  body: z.strictObject({
    id: Id,
    firmId: z.string(),
    email: z.email({ pattern: emailPattern }),
    firstName: Text,
    lastName: Text,
    isOwner: z.boolean().default(false),
    subscription: z.enum(["active", "inactive"]).exactOptional(),
  }),
  status: 201,
  answer: one(ShownFirmMember),
  run({ workspace }, { id, subscription, ...fields }) {
    refuseUnknownFirm(workspace, fields.firmId);
    const { firmMembers } = workspace.store();
    refuseTaken("FirmMember", firmMembers, id);
    return workspace.transaction(() => {
      const member = workspace.createRecord("firmMember", firmMembers, (next): FirmMember => ({
        ...fields,
        id: id ?? next,
        ...newTimestamps(workspace),
      }));
      if (subscription !== undefined) firmMembers.subscribe(member.id, subscription === "active");
      workspace.emit("firm-member.added", { id: member.id, firmId: member.firmId });
      return created(showFirmMember(member, subscription ?? null));
    });
  },
});

export const addReferralCode = withBody({
  id: "add-referral-code",
  summary: "Add a referral code to a Firm",
  method: "POST",
  path: "/referral-codes",
  destroys: null,
  body: z.strictObject({ id: Id, firmId: z.string() }),
  status: 201,
  answer: one(ShownReferralCode),
  run({ workspace }, { id, firmId }) {
    refuseUnknownFirm(workspace, firmId);
    const { referralCodes } = workspace.store();
    refuseTaken("referral code", referralCodes, id);
    return workspace.transaction(() => {
      const code = workspace.createRecord("referralCode", referralCodes, (next): ReferralCode => ({
        id: id ?? next,
        firmId,
        ...newTimestamps(workspace),
      }));
      workspace.emit("referral-code.added", { id: code.id, firmId });
      return created(showReferralCode(code));
    });
  },
});

/** POST `W/subscriptions`: who gets mail on conversions and Plans (interface 6; rules mail.converted, mail.plan.recipients). */
export const setSubscription = withBody({
  id: "set-subscription",
  summary: "Start or end the notification subscription of a FirmMember",
  method: "POST",
  path: "/subscriptions",
  destroys: null,
  body: z.strictObject({ firmMemberId: z.string(), active: z.boolean().default(true) }),
  status: 201,
  answer: one(z.strictObject({ firmMemberId: z.string(), active: z.boolean() })),
  run({ workspace }, { firmMemberId, active }) {
    const { firmMembers } = workspace.store();
    if (firmMembers.find(firmMemberId) === null) throw unknown("FirmMember", firmMemberId);
    setNotifications(workspace, firmMemberId, active);
    return created({ firmMemberId, active });
  },
});

/** Throws a 409 if the requested id is taken. */
function refuseTaken(
  what: string,
  records: { readonly find: (id: string) => unknown },
  id: string | undefined,
): void {
  if (id === undefined || records.find(id) === null) return;
  throw new ControlError(409, `The ${what} ${JSON.stringify(id)} already exists.`, {
    hint: "Omit the id to get a free one.",
  });
}

function refuseUnknownFirm(workspace: Workspace, firmId: string): void {
  if (workspace.store().firms.find(firmId) !== null) return;
  throw unknown("Firm", firmId, "GET workspaces/{id} lists the Firms; POST firms adds one.");
}

function newTimestamps(workspace: Workspace) {
  const now = workspace.clock.now();
  return { createdAt: now, updatedAt: now, deletedAt: null };
}
