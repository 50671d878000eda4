/** The fields that several kinds of record share. */
import type { Field, Fields } from "./field.ts";

/** The two environments a domain can stand for (interface 1.3). */
export const environments = ["sandbox", "production"] as const;

export const record = {
  id: { kind: "id", setBy: "creation" },
  createdAt: { kind: "moment", setBy: "service" },
  updatedAt: { kind: "moment", setBy: "service" },
  deletedAt: { kind: "moment", setBy: "service", nullable: true },
} as const satisfies Fields;

/** The environment that a record belongs to (rule env.data). */
export const environment = {
  kind: "text",
  oneOf: environments,
  default: "sandbox",
  notIn: ["wire"],
} as const;

/** The Firm whose key created the record; null for records that the platform or a tester created (rule resource.write). */
export const creatorFirmId = {
  kind: "id",
  setBy: "service",
  nullable: true,
  leftOut: true,
  notIn: ["wire", "control"],
} as const satisfies Field;

export const person = {
  email: { kind: "text", setBy: "client" },
  firstName: { kind: "text", setBy: "client", nullable: true },
  lastName: { kind: "text", setBy: "client", nullable: true },
  phone: { kind: "json", setBy: "client" },
  clientData: { kind: "object", setBy: "client", nullable: true },
} as const satisfies Fields;
