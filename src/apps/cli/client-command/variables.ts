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
