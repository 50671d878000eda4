/** The two roles a key can have; each belongs to one of the two APIs (interface 1.3, 5.2). */
export const roleTypes = ["Partner", "Realtor"] as const;
export type RoleType = (typeof roleTypes)[number];

/** The two environments a domain can stand for (interface 1.3). */
export const environments = ["sandbox", "production"] as const;
export type Environment = (typeof environments)[number];

/** The longest logo of a Firm, in characters: 256 kB. */
export const logoLengthMax = 256 * 1024;
export const logoProblem = "A logo may have at most 256 kB (262,144 characters)";

/** The environment whose records are meant; null means those of either (rule env.data). */
export type EnvironmentFilter = Environment | null;

/** The partner organisation (interface 2.4). `colour` and `logo` brand its mails. */
export interface Firm {
  readonly id: string;
  readonly name: string;
  readonly firmType: string;
  readonly colour: string | null;
  readonly logo: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/** A user of a Firm (interface 2.4). Owners with an active subscription get alerts (interface 6). */
export interface FirmMember {
  readonly id: string;
  readonly firmId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isOwner: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/** The code that ties a sign-up to the Firm that referred it (interface 2.4). */
export interface ReferralCode {
  readonly id: string;
  readonly firmId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/** The `firmType` of realtors' firms (interface 1.8). */
export const realtyFirmType = "Realty";
