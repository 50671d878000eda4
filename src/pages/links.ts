/** Links to the pages that mails use. */
import type { PageLinks } from "../workspace/sandbox-context.ts";

/** The paths of the pages, below that of the workspace. */
export const pagePaths = { signUp: "/sign-up", unsubscribe: "/unsubscribe" } as const;

/**
 * Links to the pages of the sandbox at `base`. `signUpUrl` is a custom sign-up page. As on the service, its link
 * contains only the referral code (rule mail.welcome).
 */
export function pageLinks(base: () => string, signUpUrl: string | null): PageLinks {
  const page = newPages(base);
  return {
    signUp(workspaceId, { email, referralCode, environment }) {
      if (signUpUrl !== null) return ownSignUp(signUpUrl, referralCode);
      const given = {
        ...(referralCode === null ? {} : { referralCode }),
        email,
        ...(environment === "sandbox" ? {} : { environment }),
      };
      return `${page(workspaceId, pagePaths.signUp)}?${new URLSearchParams(given).toString()}`;
    },
    unsubscribe(workspaceId, firmMemberId) {
      const given = new URLSearchParams({ member: firmMemberId });
      return `${page(workspaceId, pagePaths.unsubscribe)}?${given.toString()}`;
    },
  };
}

/** Builds URLs of workspace pages; caches their common prefix for each `base`. */
function newPages(base: () => string): (workspaceId: string, path: string) => string {
  let known = { base: "", start: "" };
  return (workspaceId, path) => {
    const current = base();
    if (current !== known.base) {
      known = { base: current, start: new URL(`${current}/_sandbox/workspaces/`).href };
    }
    return `${known.start}${encodeURIComponent(workspaceId)}${path}`;
  };
}

function ownSignUp(signUpUrl: string, referralCode: string | null): string {
  const url = new URL(signUpUrl);
  if (referralCode !== null) url.searchParams.set("referralCode", referralCode);
  return url.href;
}
