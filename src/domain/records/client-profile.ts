import type { Fields } from "./field.ts";
import { creatorFirmId, environment, person, record } from "./shared-fields.ts";

/** The person that a Lead became (interface 2.4, 3). */
export const clientProfileFields = {
  ...record,
  environment: { ...environment, setBy: "service" },
  creatorFirmId,
  ...person,
} as const satisfies Fields;
