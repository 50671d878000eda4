/** The version of the sandbox in its control answers, for clients that are files of another version. */
import type { ControlError } from "./control-error.ts";

export const versionHeader = "x-lead-sandbox-version";

/**
 * What a call or field that this version does not have may come from: the versions of the sandbox and of the kit that
 * sent it (`user-agent: lead-sandbox-kit-python/0.2`). Null for other refusals.
 */
export function versionHint(
  { status, fields }: Pick<ControlError, "status" | "fields">,
  { version, userAgent }: { readonly version: string; readonly userAgent: string },
): string | null {
  const isUnknown =
    (status === 404 && fields === null) ||
    Object.values(fields ?? {}).some((problems) =>
      problems.some(({ code }) => code === "UNSUPPORTED"),
    );
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
