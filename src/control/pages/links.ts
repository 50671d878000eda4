/** Where the pages are that mails lead to. */
import type { PageLinks } from "../../workspace/platform.ts";

/** The paths of the pages, below that of the workspace. */
export const pagePaths = { signUp: "/sign-up", unsubscribe: "/unsubscribe" } as const;

/**
 * Links to the pages of the sandbox that is served at `base`. `signUpUrl` is a page of one's own to invite to, which
 * gets the referral code alone, as the service's does (rule mail.welcome).
 */
export function pageLinks(base: () => string, signUpUrl: string | null): PageLinks {
  const page = newPages(base);
  return {
    signUp(workspaceId, { email, referralCode }) {
      if (signUpUrl !== null) return ownSignUp(signUpUrl, referralCode);
      const code = referralCode === null ? "" : `referralCode=${formEncoded(referralCode)}&`;
      return `${page(workspaceId, pagePaths.signUp)}?${code}email=${formEncoded(email)}`;
    },
    unsubscribe: (workspaceId, firmMemberId) =>
      `${page(workspaceId, pagePaths.unsubscribe)}?member=${formEncoded(firmMemberId)}`,
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

/** The value of a parameter as URLSearchParams writes it, in a fifth of the time. */
function formEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(
    /%20|[!'()~]/g,
    (found) => formCodes[found] ?? found,
  );
}

const formCodes: Readonly<Record<string, string>> = {
  "%20": "+",
  "!": "%21",
  "'": "%27",
  "(": "%28",
  ")": "%29",
  "~": "%7E",
};
