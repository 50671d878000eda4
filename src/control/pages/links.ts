/** Where the pages are that mails lead to. */
import type { PageLinks } from "../../workspace/sandbox-context.ts";

/** The paths of the pages, below that of the workspace. */
export const pagePaths = { signUp: "/sign-up", unsubscribe: "/unsubscribe" } as const;

/**
 * Links to the pages of the sandbox that is served at `base`. `signUpUrl` is a page of one's own to invite to, which
 * gets the referral code alone, as the service's does (rule mail.welcome).
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

/** The address of a page of a workspace; what they all begin with is made once for each `base`. */
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
