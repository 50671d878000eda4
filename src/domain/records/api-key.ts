import type { Fields } from "./field.ts";
import { environments } from "./shared-fields.ts";

/** The two roles a key can have; each belongs to one of the two APIs (interface 1.3, 5.2). */
export const roleTypes = ["Partner", "Realtor"] as const;

/** What a key may be allowed to do, as `resource:action` (interface 5.2; rule auth.permissions). */
export const permissions = [
  "leads:create",
  "leads:read",
  "leads:update",
  "leads:delete",
  "plans:create",
  "plans:read",
  "plans:update",
  "plans:delete",
  "firms:create",
  "firms:read",
  "firms:update",
  "firms:delete",
  "firmMembers:create",
  "firmMembers:read",
  "firmMembers:update",
  "firmMembers:delete",
  "referralCodes:create",
  "referralCodes:read",
  "referralCodes:update",
  "referralCodes:delete",
  "clientProfiles:create",
  "clientProfiles:read",
  "clientProfiles:update",
  "clientProfiles:delete",
  "workflows:run",
] as const;

/** A credential of one Firm, one role type and one environment (interface 5.2, 5.4). It is never on the wire. */
export const apiKeyFields = {
  id: { kind: "id", setBy: "creation" },
  key: { kind: "text", setBy: "creation" },
  firmId: { kind: "id", setBy: "creation" },
  roleType: { kind: "text", setBy: "creation", oneOf: roleTypes },
  environment: { kind: "text", setBy: "creation", oneOf: environments },
  /** Rows store it in two columns. Fixtures omit it where rule quota.value determines it. */
  quotaPerHour: { kind: "number", setBy: "derived", nullable: true },
  permissions: { kind: "strings", setBy: "service", oneOf: permissions },
  createdAt: { kind: "moment", setBy: "service" },
  expiresAt: { kind: "moment", setBy: "service", nullable: true },
  revokedAt: { kind: "moment", setBy: "service", nullable: true },
} as const satisfies Fields;
