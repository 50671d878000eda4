import type { Environment, RoleType } from "./firm.ts";

/** What a domain selects: one of the two APIs, in one of the two environments (interface 1.3; rule env.surface). */
export interface Surface {
  readonly api: RoleType;
  readonly environment: Environment;
}

/** The short name of a surface in settings and in the journal, such as `partner-production`. */
export function surfaceName(surface: Surface): string {
  return `${surface.api.toLowerCase()}-${surface.environment}`;
}
