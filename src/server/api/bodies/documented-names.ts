import { shapeOf } from "../../../domain/records/forms.ts";
import { leadFields } from "../../../domain/records/lead.ts";
import type { NameShape } from "./near-misses.ts";

const address = names(
  "unitNumber",
  "streetNumber",
  "streetName",
  "locality",
  "administrativeArea",
  "postalCode",
  "country",
  "premise",
  "googlePlaceId",
  "locationGeometry",
);

/** The names in the body of a Lead that the interface or the reference shows (interface 2.1, 2.2; rules client-data.fields, client-data.enrichment). */
export const leadNames: NameShape = {
  ...names(...Object.keys(shapeOf(leadFields, "wire", () => null))),
  phone: names("number", "extension"),
  clientData: {
    ...names(
      "prefix",
      "citizenship",
      "dateOfBirth",
      "maritalStatus",
      "isFirstTimeHomeBuyer",
      "notes",
      "sin",
      "creditScoreEstimation",
      "advisorProfileId",
    ),
    Plans: names("type", "name", "planId"),
    Assets: names("type", "description", "value"),
    Incomes: {
      ...names("type", "startedOn", "endedOn", "description", "streams"),
      employmentDetails: {
        ...names(
          "type",
          "jobTitle",
          "phone",
          "sector",
          "businessName",
          "businessType",
          "businessEstablishedOn",
          "businessAnnualGrossRevenue",
          "probationEndsOn",
        ),
        address,
      },
    },
  },
};

function names(...known: readonly string[]): NameShape {
  return Object.fromEntries(known.map((name) => [name, null]));
}
