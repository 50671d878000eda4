import type { Environment, RoleType } from "./firm.ts";

/**
 * What a domain selects: one of the two APIs in one of the two environments (interface 1.3; rule
 * env.surface).
 */
export interface Surface {
  readonly api: RoleType;
  readonly environment: Environment;
}

/** The four surfaces by their names in settings, on the command line and in the journal. */
export const surfaces = {
  "partner-sandbox": { api: "Partner", environment: "sandbox" },
  "partner-production": { api: "Partner", environment: "production" },
  "realtor-sandbox": { api: "Realtor", environment: "sandbox" },
  "realtor-production": { api: "Realtor", environment: "production" },
} as const satisfies Readonly<Record<string, Surface>>;
export type SurfaceName = keyof typeof surfaces;

export const surfaceNames = [
  "partner-sandbox",
  "partner-production",
  "realtor-sandbox",
  "realtor-production",
] as const satisfies readonly SurfaceName[];

/** The default hosts of each surface (interface 1.3; rule env.surface). */
export const surfaceHosts: Readonly<Record<SurfaceName, readonly string[]>> = {
  "partner-sandbox": ["api.partner.dit.*", "partner.localhost"],
  "partner-production": ["api.partner.*", "partner-production.localhost"],
  "realtor-sandbox": ["api.realtor.dit.*", "realtor.localhost"],
  "realtor-production": ["api.realtor.*", "realtor-production.localhost"],
};

/** The short name of a surface in settings and in the journal, such as `partner-production`. */
export function surfaceName({ api, environment }: Surface): SurfaceName {
  return names[api][environment];
}

/** A table, because concatenation would give each journal entry a string of its own. */
const names = {
  Partner: { sandbox: "partner-sandbox", production: "partner-production" },
  Realtor: { sandbox: "realtor-sandbox", production: "realtor-production" },
} as const;
