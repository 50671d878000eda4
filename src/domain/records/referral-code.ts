import type { Fields } from "./field.ts";
import { record } from "./shared-fields.ts";

/** The code that ties a sign-up to the Firm that referred it (interface 2.4). */
export const referralCodeFields = {
  ...record,
  firmId: { kind: "id", setBy: "parent" },
} as const satisfies Fields;
