/** The variables that a client of a sandbox is configured with. */

/** Their usual names, by what they hold. */
export const usualNames = {
  url: "LEAD_API_URL",
  key: "LEAD_API_KEY",
  "realtor-key": "LEAD_API_REALTOR_KEY",
  firm: "LEAD_API_FIRM_ID",
  "referral-code": "LEAD_API_REFERRAL_CODE",
  control: "LEAD_SANDBOX_CONTROL_URL",
} as const;

/** What a variable holds. */
export type VariableName = keyof typeof usualNames;

/** A name for each of them. */
export type VariableNames = Readonly<Record<VariableName, string>>;

/** A workspace, as far as a client is configured with it. */
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

/** The variables of a workspace by their names; what it does not have is left out. */
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

/** What has the commands of this program drive the sandbox at `url`, whatever the environment named before. */
export function drivingVariables(url: string, token: string | null): Record<string, string> {
  return {
    LEAD_SANDBOX_URL: url,
    LEAD_SANDBOX_WORKSPACE: "default",
    ...(token === null ? {} : { LEAD_SANDBOX_CONTROL_TOKEN: token }),
  };
}
