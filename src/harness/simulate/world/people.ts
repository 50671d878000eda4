/** The people of simulated Leads, with names as people have them. Their emails are in a reserved domain (RFC 2606). */
import type { LeadFields } from "../../../domain/model/lead.ts";

const names = [
  ["Zoë", "O’Brien-Łukasiewicz"],
  ["Maya", "Singh"],
  ["José María", "de la Cruz, Jr."],
  ["李", "小龍"],
  ['Anne "Annie"', "D'Arcy"],
  ["Bartholomew Maximilian", "Featherstonehaugh-Cholmondeley of Upper Canada"],
  ["<b>Bo</b>", "Nguyễn"],
] as const;

/** The fields of the Lead that has that name in its history, such as `lead7`. */
export function personOf(
  name: string,
  number: number,
): Pick<LeadFields, "email"> & Partial<LeadFields> {
  const [firstName, lastName] = names[number % names.length] ?? names[0];
  return {
    email: emailOf(name),
    firstName,
    lastName,
    phone: { number: `416555${String(number % 10_000).padStart(4, "0")}`, extension: "12" },
    clientData: {
      prefix: "Dr.",
      citizenship: "Canadian",
      dateOfBirth: "1988-02-29",
      maritalStatus: "Single",
      isFirstTimeHomeBuyer: number % 2 === 0,
      notes: 'Prefers mail; "after 18:00", please.\nSpeaks français.',
      Plans: [{ type: "Buying" }],
    },
  };
}

/** The email of a Lead; each change of it has another `version`. */
export function emailOf(name: string, version = 0): string {
  const change = version === 0 ? "" : `+new${version}`;
  return `${name.replaceAll(".", "-")}${change}@example.com`;
}
