/** The wording of Plan news, by the status it moved to (rules mail.plan, plan.change-mail). */
import type { MailContent } from "../../domain/model/mail.ts";
import type { PlanStatus } from "../../domain/model/plan.ts";
import { singleLine } from "./one-line.ts";

type PlanNews = Extract<MailContent, { readonly kind: "plan-updated" }>;

interface Story {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

const statusMeanings = {
  New: "The Plan is open and work on it has not started.",
  "Profiles Completed": "The profiles of everyone on the Plan are filled in.",
  "Ready for Pre-approval": "Everything that a pre-approval needs is in place.",
  "Pre-approved": "The client is pre-approved for a mortgage.",
  "Application in Progress": "The mortgage application is being worked on.",
  "Lender Approved": "A lender has approved the mortgage.",
  "Ready to Fund": "All conditions are met, and the mortgage is ready for payout.",
  Completed: "The mortgage has been funded.",
  Closed: "The Plan has ended without a mortgage.",
} as const satisfies Record<PlanStatus, string>;

/** One sentence on the status that a Plan moved to. */
export function statusMeaning({ status }: PlanNews): string {
  return statusMeanings[status];
}

/**
 * The news in words: a milestone by its meaning for the client, any other move by its status (rule
 * plan.change-mail).
 */
export function planStory(content: PlanNews): Story {
  const client = singleLine(content.clientName);
  if (content.status === "Pre-approved") return preApproved(client, content.amount);
  if (content.status === "Ready to Fund") {
    return {
      heading: `${client} is ready to fund`,
      paragraphs: [
        `All conditions for the mortgage of ${client} are met, and it is ready for payout.`,
        "What is left is the closing.",
      ],
    };
  }
  if (content.status === "Completed") {
    return {
      heading: `The mortgage of ${client} is funded`,
      paragraphs: [
        `The mortgage of ${client} has been paid out, and the Plan is complete.`,
        "Nothing is left to do.",
      ],
    };
  }
  return {
    heading: `${client}: ${content.status}`,
    paragraphs: [`The Plan of ${client} moved to ${content.status}.`, statusMeaning(content)],
  };
}

function preApproved(client: string, amount: number | null): Story {
  const worth = amount === null ? null : money(amount);
  return {
    heading: `${client} is pre-approved${worth === null ? "" : ` for ${worth}`}`,
    paragraphs: [
      `Good news: ${client} is pre-approved for a mortgage${worth === null ? "" : ` of up to ${worth}`}.`,
      "The application with a lender comes next.",
    ],
  };
}

/** The status and, where it is included, the amount: `Pre-approved | $400,000` (rule plan.change-mail). */
export function statusLine({ status, amount }: PlanNews): string {
  return amount === null ? status : `${status} | ${money(amount)}`;
}

/** An amount in dollars, with cents unless they are zero. */
export function money(amount: number): string {
  return amount.toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    trailingZeroDisplay: "stripIfInteger",
  });
}
