import type { LeadFields } from "../../src/domain/model/lead.ts";
import { eachOptionalText, nullsOf } from "../../src/domain/records/forms.ts";
import { leadFields } from "../../src/domain/records/lead.ts";
import { ids } from "./world.ts";

/** The fields that a client sends beyond the email, each with content. An optional text needs no entry. */
export const everyField: Omit<LeadFields, "email"> = {
  ...eachOptionalText(leadFields, "Any text"),
  firstName: "Maya",
  lastName: "Lindqvist",
  phone: { number: "2015550123" },
  referredByReferralCodeId: ids.partnerCode,
  clientData: {
    address: { street: "1200 Harbour Road", city: "Halifax", province: "NS" },
    Plans: [{ type: "Buying" }, { type: "Renewal" }],
  },
};

/** The same without content. */
export const noField = nullsOf(leadFields, "client");
