/** Where the pages are that mails lead to. */
import type { PageLinks } from "../../workspace/platform.ts";

/** The paths of the pages, below that of the workspace. */
export const pagePaths = { signUp: "/sign-up", unsubscribe: "/unsubscribe" } as const;

/**
 * Links to the pages of the sandbox that is served at `base`. `signUpUrl` is a page of one's own to invite to, which
 * gets the referral code alone, as the service's does (rule mail.welcome).
 */
export function pageLinks(base: () => string, signUpUrl: string | null): PageLinks {
  const page = (workspaceId: string, path: string): URL =>
    new URL(`${base()}/_sandbox/workspaces/${encodeURIComponent(workspaceId)}${path}`);
  return {
    signUp(workspaceId, { email, referralCode }) {
      const url = signUpUrl === null ? page(workspaceId, pagePaths.signUp) : new URL(signUpUrl);
      if (referralCode !== null) url.searchParams.set("referralCode", referralCode);
      if (signUpUrl === null) url.searchParams.set("email", email.toWellFormed());
      return url.href;
    },
    unsubscribe(workspaceId, firmMemberId) {
      const url = page(workspaceId, pagePaths.unsubscribe);
      url.searchParams.set("member", firmMemberId);
      return url.href;
    },
  };
}
