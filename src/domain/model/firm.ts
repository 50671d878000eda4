import { roleTypes } from "../records/api-key.ts";
import type { RecordOf } from "../records/field.ts";
import type { firmMemberFields } from "../records/firm-member.ts";
import type { firmFields } from "../records/firm.ts";
import type { referralCodeFields } from "../records/referral-code.ts";
import { environments } from "../records/shared-fields.ts";

export { roleTypes };
export type RoleType = (typeof roleTypes)[number];

export { environments };
export type Environment = (typeof environments)[number];

/** The longest logo of a Firm, in characters: 256 kB. */
export const logoLengthMax = 256 * 1024;
export const logoProblem = "A logo may have at most 256 kB (262,144 characters)";

/** The environment to select records of; null selects both (rule env.data). */
export type EnvironmentFilter = Environment | null;

/** The partner organisation (interface 2.4). `colour` and `logo` brand its mails. */
export interface Firm extends RecordOf<typeof firmFields> {}

/** A user of a Firm (interface 2.4). Owners with an active subscription get alerts (interface 6). */
export interface FirmMember extends RecordOf<typeof firmMemberFields> {}

/** The code that ties a sign-up to the Firm that referred it (interface 2.4). */
export interface ReferralCode extends RecordOf<typeof referralCodeFields> {}

/** The `firmType` of realty firms (interface 1.8). */
export const realtyFirmType = "Realty";
