import type { Fields } from "./field.ts";
import { record } from "./shared-fields.ts";

/** A user of a Firm (interface 2.4). */
export const firmMemberFields = {
  ...record,
  firmId: { kind: "id", setBy: "parent" },
  firmType: { kind: "text", setBy: "derived", notIn: ["world", "control"] },
  email: { kind: "text", setBy: "platform" },
  firstName: { kind: "text", setBy: "platform" },
  lastName: { kind: "text", setBy: "platform" },
  isOwner: { kind: "flag", setBy: "platform" },
  /** The notification subscription; null without one. */
  subscription: {
    kind: "text",
    setBy: "derived",
    nullable: true,
    leftOut: true,
    oneOf: ["active", "inactive"],
    notIn: ["wire"],
  },
} as const satisfies Fields;
