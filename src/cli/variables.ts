/** The environment variables of a sandbox's client. */

/** The default names, by content. */
export const usualNames = {
  url: "LEAD_API_URL",
  key: "LEAD_API_KEY",
  "realtor-key": "LEAD_API_REALTOR_KEY",
  firm: "LEAD_API_FIRM_ID",
  "referral-code": "LEAD_API_REFERRAL_CODE",
  control: "LEAD_SANDBOX_CONTROL_URL",
} as const;

/** The content of a variable. */
export type VariableName = keyof typeof usualNames;

/** A name for each variable. */
export type VariableNames = Readonly<Record<VariableName, string>>;

/** The properties of a workspace that clients need. */
export interface DescribedWorkspace {
  readonly firms: readonly {
    readonly id: string;
    readonly referralCodes: readonly { readonly id: string }[];
    readonly apiKeys: readonly {
      readonly key: string;
      readonly roleType: string;
      readonly environment: string;
    }[];
  }[];
}

/** The variables of a workspace by name, without missing ones. */
export function variablesOf(
  { firms }: DescribedWorkspace,
  { url, controlUrl }: { readonly url: string; readonly controlUrl: string },
  names: VariableNames,
): Record<string, string> {
  const keys = firms.flatMap(({ apiKeys }) => apiKeys);
  const keyOf = (roleType: string): string =>
    keys.find((key) => key.roleType === roleType && key.environment === "sandbox")?.key ?? "";
  const firm = firms.find(({ apiKeys }) => apiKeys.some(({ roleType }) => roleType === "Partner"));
  const values: Readonly<Record<VariableName, string>> = {
    url,
    key: keyOf("Partner"),
    "realtor-key": keyOf("Realtor"),
    firm: firm?.id ?? "",
    "referral-code": firm?.referralCodes[0]?.id ?? "",
    control: controlUrl,
  };
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== "")
      .map(([what, value]) => [new Map(Object.entries(names)).get(what) ?? what, value]),
  );
}

/**
 * The variables that point the commands of this program at the sandbox at `url`, overriding earlier ones. The sandbox
 * ends with the command that gets them.
 */
export function drivingVariables(url: string, token: string | null): Record<string, string> {
  return {
    LEAD_SANDBOX_URL: url,
    LEAD_SANDBOX_WORKSPACE: "default",
    LEAD_SANDBOX_EPHEMERAL: "on",
    ...(token === null ? {} : { LEAD_SANDBOX_CONTROL_TOKEN: token }),
  };
}
