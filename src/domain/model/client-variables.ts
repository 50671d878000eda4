/** The environment variables that a client of a workspace, or its tests, are configured with. */
import { isJsonObject } from "../../base/values/json.ts";

/** The default names, by content. */
export const usualNames = {
  url: "LEAD_API_URL",
  key: "LEAD_API_KEY",
  "key-id": "LEAD_API_KEY_ID",
  "realtor-key": "LEAD_API_REALTOR_KEY",
  firm: "LEAD_API_FIRM_ID",
  member: "LEAD_API_MEMBER_ID",
  "referral-code": "LEAD_API_REFERRAL_CODE",
  control: "LEAD_SANDBOX_CONTROL_URL",
  workspace: "LEAD_SANDBOX_WORKSPACE",
} as const;

/** The content of a variable. */
export type VariableName = keyof typeof usualNames;

/** A name for each variable. */
export type VariableNames = Readonly<Record<VariableName, string>>;

/** What a server sends besides: where its control API is, and the token of the workspace. */
const drivingNames = ["LEAD_SANDBOX_URL", "LEAD_SANDBOX_WORKSPACE_TOKEN"] as const;

/** The variables of a client that a server sent, and the number of all others. */
export interface SentVariables {
  readonly variables: Readonly<Record<string, string>>;
  readonly dropped: number;
}

/**
 * Reads the variables in the answer of a server, which may be another program. No other name reaches an environment:
 * `NODE_OPTIONS` or `LD_PRELOAD` would run code, and a setting would change this program.
 */
export function readVariables(sent: unknown, names: VariableNames = usualNames): SentVariables {
  const nameOf = new Map<string, string>(drivingNames.map((name) => [name, name]));
  const given = new Map(Object.entries(names));
  for (const [what, usual] of Object.entries(usualNames))
    nameOf.set(usual, given.get(what) ?? usual);
  const all = Object.entries(isJsonObject(sent) ? sent : {});
  const accepted = all.flatMap(([usual, value]) => {
    const name = nameOf.get(usual);
    return name === undefined || typeof value !== "string" || !isPlain(value)
      ? []
      : [[name, value] as const];
  });
  return { variables: Object.fromEntries(accepted), dropped: all.length - accepted.length };
}

/** The longest value. Systems limit the size of an environment. */
const valueLengthMax = 4_096;

/** Whether a value is one line, as every notation of variables requires. No environment has the character 0. */
function isPlain(value: string): boolean {
  return value.length <= valueLengthMax && !/[\p{Cc}\u2028\u2029]/u.test(value);
}

/** Where a client reaches the emulated API and the control API; without trailing slashes. */
export interface ClientUrls {
  readonly url: string;
  readonly controlUrl: string;
}

/** The properties of a workspace that clients need. */
interface DescribedWorkspace {
  readonly id: string;
  readonly firms: readonly {
    readonly id: string;
    readonly firmMembers: readonly { readonly id: string; readonly isOwner: boolean }[];
    readonly referralCodes: readonly { readonly id: string }[];
    readonly apiKeys: readonly {
      readonly id: string;
      readonly key: string;
      readonly roleType: "Partner" | "Realtor";
      readonly environment: "production" | "sandbox";
    }[];
  }[];
}

/**
 * The variables of a workspace by name, without those that its fixture has no record for, or an id of several lines.
 * The Firm is that of the key: a fixture can begin with a Firm of the other API.
 */
export function variablesOf(
  { id, firms }: DescribedWorkspace,
  { url, controlUrl }: ClientUrls,
  names: VariableNames = usualNames,
): Record<string, string> {
  const partner = firstKey(firms, "Partner");
  const realtor = firstKey(firms, "Realtor");
  const { firm } = partner ?? realtor ?? {};
  const member = firm?.firmMembers.find(({ isOwner }) => isOwner) ?? firm?.firmMembers[0];
  const values: Readonly<Record<VariableName, string | undefined>> = {
    url,
    key: partner?.key.key,
    "key-id": partner?.key.id,
    "realtor-key": realtor?.key.key,
    firm: firm?.id,
    member: member?.id,
    "referral-code": firm?.referralCodes[0]?.id,
    control: controlUrl,
    workspace: id,
  };
  const named = new Map(Object.entries(names));
  return Object.fromEntries(
    Object.entries(values).flatMap(([what, value]) =>
      value === undefined || !isPlain(value) ? [] : [[named.get(what) ?? what, value]],
    ),
  );
}

type Firm = DescribedWorkspace["firms"][number];

/** The first sandbox key of a role, with its Firm. */
function firstKey(firms: readonly Firm[], roleType: Firm["apiKeys"][number]["roleType"]) {
  for (const firm of firms) {
    const key = firm.apiKeys.find(
      (one) => one.roleType === roleType && one.environment === "sandbox",
    );
    if (key !== undefined) return { firm, key };
  }
  return null;
}
