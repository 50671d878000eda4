import * as z from "zod";

/** A command that prints its environment as JSON. */
export const environmentPrinter = [
  process.execPath,
  "-e",
  "process.stdout.write(JSON.stringify(process.env))",
] as const;

/**
 * The variables that `exec` sets for its command, apart from PATH and the variables for HTTPS and a control token.
 */
export const documentedVariables = [
  "LEAD_API_FIRM_ID",
  "LEAD_API_KEY",
  "LEAD_API_KEY_ID",
  "LEAD_API_MEMBER_ID",
  "LEAD_API_REALTOR_KEY",
  "LEAD_API_REFERRAL_CODE",
  "LEAD_API_URL",
  "LEAD_SANDBOX_CONTROL_URL",
  "LEAD_SANDBOX_EPHEMERAL",
  "LEAD_SANDBOX_URL",
  "LEAD_SANDBOX_WORKSPACE",
];

function isDocumented(name: string): boolean {
  return documentedVariables.includes(name);
}

/** A printed environment, with the names of the documented variables separate. */
export function parsedEnvironment(printed: string): Readonly<Record<string, unknown>> & {
  readonly documented: readonly string[];
  readonly PATH?: string;
} {
  const all = z.record(z.string(), z.string()).parse(JSON.parse(printed));
  const { PATH = "", ...others } = all;
  const kept = Object.entries(others).filter(([name]) => !isDocumented(name));
  return {
    ...Object.fromEntries(kept),
    PATH,
    documented: Object.keys(all).filter(isDocumented).toSorted(),
  };
}
