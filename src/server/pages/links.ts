/** Links to the pages that mails use. */
import type { PageLinks } from "../../world/workspace/workspace-context.ts";

/** The paths of the pages, below that of the workspace. */
export const pagePaths = { signUp: "/sign-up", unsubscribe: "/unsubscribe" } as const;

/**
 * Links to the pages of the sandbox at `base`. `signUpUrl` is a custom sign-up page. As on the service, its link
 * contains only the referral code (rule mail.welcome).
 */
export function pageLinks(base: () => string, signUpUrl: string | null): PageLinks {
  return {
    signUp(workspaceId, { email, referralCode, environment }) {
      if (signUpUrl !== null) return ownSignUp(signUpUrl, referralCode);
      const given = {
        ...(referralCode === null ? {} : { referralCode }),
        email,
        ...(environment === "sandbox" ? {} : { environment }),
      };
      return pageUrl(base(), workspaceId, pagePaths.signUp, given);
    },
    unsubscribe: (workspaceId, firmMemberId) =>
      pageUrl(base(), workspaceId, pagePaths.unsubscribe, { member: firmMemberId }),
  };
}

function pageUrl(
  base: string,
  workspaceId: string,
  path: string,
  given: Readonly<Record<string, string>>,
): string {
  const { href } = new URL(`${base}/_sandbox/workspaces/`);
  return `${href}${encodeURIComponent(workspaceId)}${path}?${new URLSearchParams(given).toString()}`;
}

function ownSignUp(signUpUrl: string, referralCode: string | null): string {
  const url = new URL(signUpUrl);
  if (referralCode !== null) url.searchParams.set("referralCode", referralCode);
  return url.href;
}
