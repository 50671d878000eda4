/** The tags of OpenAPI documents, which group operations. */
import type { JsonObject } from "../../base/values/json.ts";

interface Located {
  readonly path: string;
}

/** The tags of the emulated API, in the order of its operations. */
export function tagsOf(operations: readonly { readonly subject: string }[]): readonly JsonObject[] {
  return [...new Set(operations.map(({ subject }) => subject))].map((name) => ({
    name,
    description: resources[name] ?? `Operations on ${name}`,
  }));
}

/** The interface's resources (interface 1.5, 2.3, 2.4). */
const resources: Readonly<Record<string, string>> = {
  leads: "Mortgage seekers that a partner submits and tracks",
  firms: "Partner organizations",
  firmMembers: "Users of a Firm",
  referralCodes: "The codes of referrals to a Firm",
  plans: "The mortgages that clients are seeking",
  clientProfiles: "What Leads become when they are converted",
  workflows: "Multi-step actions over several resources",
};

/** The part of the control plane that a call belongs to. */
export function controlTagOf({ path }: Located): string {
  const [name = ""] = (path.split("/")[1] ?? "").split(".");
  const group = Object.entries(groups).find(([, { names }]) => names.includes(name));
  return group?.[0] ?? name;
}

/** The tags of the control plane, in the order of its calls. */
export function controlTagsOf(operations: readonly Located[]): readonly JsonObject[] {
  return [...new Set(operations.map(controlTagOf))].map((name) => ({
    name,
    description: groups[name]?.description ?? `Calls about ${name}`,
  }));
}

const groups: Readonly<
  Record<string, { readonly description: string; readonly names: readonly string[] }>
> = {
  server: {
    description: "The process, the rules, and the documents of both planes",
    names: ["", "console", "session", "health", "public-url", "rules", "openapi", "spec", "docs"],
  },
  workspaces: {
    description: "Separate worlds: a key belongs to exactly one",
    names: ["workspaces"],
  },
  world: {
    description: "The records of a workspace: reset, export, replace and add",
    names: [
      "reset",
      "state",
      "snapshots",
      "firms",
      "firm-members",
      "referral-codes",
      "subscriptions",
      "workflows",
      "api-keys",
    ],
  },
  platform: {
    description: "What the platform and its clients do: sign up, convert, archive, move Plans",
    names: ["sign-ups", "leads", "plans", "client-profiles"],
  },
  mail: { description: "The captured mail", names: ["emails"] },
  limits: {
    description: "The clock, the quotas of keys, planned faults",
    names: ["clock", "quotas", "faults"],
  },
  journal: {
    description: "What happened, why, and what of the contract it exercised",
    names: ["requests", "events", "explain", "coverage", "assumptions", "trial", "next"],
  },
  contracts: { description: "Provider states and recorded contracts", names: ["pact"] },
};
