/** The environment variables that a client of a workspace, or its tests, are configured with. */
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
 * The variables of a workspace by name, without those that its fixture has no record for. The Firm is that of the
 * key: a fixture can begin with a Firm of the other API.
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
      value === undefined ? [] : [[named.get(what) ?? what, value]],
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
