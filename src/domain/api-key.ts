import type { Environment, RoleType } from "./firm.ts";

/** What a key may be allowed to do, as `resource:action` (interface 5.2; rule auth.permissions). */
export const permissions = [
  "leads:create",
  "leads:read",
  "leads:update",
  "leads:delete",
  "plans:read",
  "firms:read",
  "firmMembers:read",
  "referralCodes:read",
  "clientProfiles:read",
  "workflows:run",
] as const;
export type Permission = (typeof permissions)[number];

/** What a key may do when nobody said otherwise: all but reading ClientProfiles directly (rule auth.permissions). */
export const defaultPermissions: readonly Permission[] = permissions.filter(
  (permission) => permission !== "clientProfiles:read",
);

/**
 * A credential of one Firm, one role type and one environment (interface 5.2, 5.4).
 * `quotaPerHour`: a number of requests, `null` for no limit, `"by-rule"` for what rule quota.value says.
 */
export interface ApiKey {
  readonly id: string;
  readonly key: string;
  readonly firmId: string;
  readonly roleType: RoleType;
  readonly environment: Environment;
  readonly quotaPerHour: number | null | "by-rule";
  readonly permissions: readonly Permission[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** What a key looks like in any text: a UUID version 4 (interface 5.2). */
export const keyPattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/i;
/** Characters of a key. */
export const keyLength = 36;

/** Whether `text` has the shape of a key, a UUID version 4 (interface 5.2; rule auth.invalid). */
export function isKeyShape(text: string): boolean {
  return text.length === keyLength && keyPattern.test(text);
}

/** Why a known key does not authenticate at `now`, or null when it does (rule auth.invalid). */
export function keyRefusal(key: ApiKey, now: number): "revoked" | "expired" | null {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt !== null && key.expiresAt <= now) return "expired";
  return null;
}
