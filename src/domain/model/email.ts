/** How two emails are compared for uniqueness and sign-up (rule lead.email.case). */
export type EmailComparison = "case-insensitive" | "exact";

/** The key by which `email` is compared under `comparison`. Stored and returned emails stay as sent. */
export function emailKey(email: string, comparison: EmailComparison): string {
  return comparison === "exact" ? email : email.toLowerCase();
}

/** Whether two emails are equal under `comparison` (rule lead.email.case). */
export function sameEmail(one: string, other: string, comparison: EmailComparison): boolean {
  return emailKey(one, comparison) === emailKey(other, comparison);
}
