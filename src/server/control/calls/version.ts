/** The version of the sandbox in its control answers, for clients that are files of another version. */
import { ControlError } from "./control-error.ts";

export const versionHeader = "x-lead-sandbox-version";

/** The 404 for a call that this version does not have. */
export class UnknownCall extends ControlError {
  constructor(call: string, hint: string) {
    super(404, `The control API has no ${call}.`, { hint });
  }
}

/**
 * The versions of the sandbox and of the kit that sent a call or a field that only the newer kit knows
 * (`user-agent: lead-sandbox-kit-python/0.2`). Null for other refusals.
 */
export function versionHint(
  error: ControlError,
  { version, userAgent }: { readonly version: string; readonly userAgent: string },
): string | null {
  const problems = Object.values(error.fields ?? {}).flat();
  const isUnknown =
    error instanceof UnknownCall || problems.some(({ code }) => code === "UNSUPPORTED");
  if (!isUnknown) return null;
  const [, kit] = /^lead-sandbox-kit-[a-z]+\/(\d{1,4}\.\d{1,4})/.exec(userAgent) ?? [];
  if (kit === undefined || !isNewer(kit, version)) return null;
  return `This sandbox is version ${version}, and the kit is of version ${kit}: update the sandbox.`;
}

function isNewer(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}
