import type { Fields } from "./field.ts";
import { creatorFirmId, record } from "./shared-fields.ts";

/** The partner organisation (interface 2.4). */
export const firmFields = {
  ...record,
  creatorFirmId,
  name: { kind: "text", setBy: "platform" },
  firmType: { kind: "text", setBy: "platform" },
  colour: { kind: "text", setBy: "platform", nullable: true, notIn: ["wire"] },
  logo: { kind: "text", setBy: "platform", nullable: true, notIn: ["wire"] },
} as const satisfies Fields;
