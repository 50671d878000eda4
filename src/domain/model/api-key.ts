import { permissions } from "../records/api-key.ts";
import type { apiKeyFields } from "../records/api-key.ts";
import type { RecordOf } from "../records/field.ts";

export { permissions };
export type Permission = (typeof permissions)[number];

/**
 * The default permissions of a key: Leads and workflows in full, and reads of other resources except direct ones of
 * ClientProfiles (rule auth.permissions).
 */
export const defaultPermissions: readonly Permission[] = permissions.filter((permission) => {
  const [resource, action] = permission.split(":");
  if (resource === "leads" || resource === "workflows") return true;
  return action === "read" && resource !== "clientProfiles";
});

/** A credential of one Firm, one role type and one environment (interface 5.2, 5.4). */
export interface ApiKey extends RecordOf<typeof apiKeyFields> {
  /** Requests per hour; `null` for no limit, `"by-rule"` for the default of rule quota.value. */
  readonly quotaPerHour: number | null | "by-rule";
}

const keyShape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether `text` has the shape of a key, a UUID version 4 (interface 5.2; rule auth.invalid). */
export function isKeyShape(text: string): boolean {
  return keyShape.test(text);
}

/**
 * Why a text does not have the shape of a key, and the next step. It does not repeat the text, which may be a
 * secret.
 */
export function keyProblem(text: unknown): string {
  const allowed =
    "a key is a UUID of version 4, xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx in hexadecimal digits";
  if (typeof text !== "string") return `Not a string: ${allowed}`;
  const bare = text.replace(/^(?:bearer|apikey|basic) +/i, "").replaceAll(/^["'{]|["'}]$/g, "");
  if (bare !== text && isKeyShape(bare)) {
    return "The key is surrounded by other characters: send the 36 characters of the key alone, without quotes, braces or a scheme";
  }
  const [, version] =
    /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(text) ?? [];
  if (version === undefined) return `Not a UUID, ${text.length} characters: ${allowed}`;
  return version === "4"
    ? `A UUID of another variant: the digit after its third dash is 8, 9, a or b in ${allowed}`
    : `A UUID of version ${version}: ${allowed}, whose third group begins with 4`;
}

/** Why a known key does not authenticate at `now`, or null when it does (rule auth.invalid). */
export function keyRefusal(key: ApiKey, now: number): "revoked" | "expired" | null {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt !== null && key.expiresAt <= now) return "expired";
  return null;
}
