/** Links to the pages that mails use. */
import type { PageLinks } from "../../world/workspace/workspace-context.ts";

/** The paths of the pages, below that of the workspace. */
export const pagePaths = { signUp: "/sign-up", unsubscribe: "/unsubscribe" } as const;

/**
 * Links to the pages of the sandbox at `base`. `signUpUrl` is a custom sign-up page. As on the service, its link
 * contains only the referral code (rule mail.welcome).
 */
export function pageLinks(base: () => string, signUpUrl: string | null): PageLinks {
  const pageUrl = newPageUrls(base);
  return {
    signUp(workspaceId, { email, referralCode, environment }) {
      if (signUpUrl !== null) return ownSignUp(signUpUrl, referralCode);
      const given = {
        ...(referralCode === null ? {} : { referralCode }),
        email,
        ...(environment === "sandbox" ? {} : { environment }),
      };
      return pageUrl(workspaceId, pagePaths.signUp, given);
    },
    unsubscribe: (workspaceId, firmMemberId) =>
      pageUrl(workspaceId, pagePaths.unsubscribe, { member: firmMemberId }),
  };
}

/** Builds URLs of pages. Their start is parsed again only when the base changes. */
function newPageUrls(base: () => string) {
  let known = { base: "", start: "" };
  return (workspaceId: string, path: string, given: Readonly<Record<string, string>>): string => {
    const current = base();
    if (current !== known.base) {
      known = { base: current, start: new URL(`${current}/_sandbox/workspaces/`).href };
    }
    const query = new URLSearchParams(given).toString();
    return `${known.start}${encodeURIComponent(workspaceId)}${path}?${query}`;
  };
}

function ownSignUp(signUpUrl: string, referralCode: string | null): string {
  const url = new URL(signUpUrl);
  if (referralCode !== null) url.searchParams.set("referralCode", referralCode);
  return url.href;
}
