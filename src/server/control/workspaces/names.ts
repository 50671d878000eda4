import * as z from "zod";

import { cleanLabel } from "../../../domain/model/test-label.ts";

/** Any text; labels need not be unique. */
export const Label = z
  .string()
  .nullable()
  .transform((text) => cleanLabel(text ?? "") || undefined)
  .describe("Cut after 1,000 characters, and without control characters; empty or null for none");

/** Whom to ask before dropping the workspace. It gives no rights. */
export const Owner = Label.describe(
  "The person, team or job that it belongs to, cut and cleaned like a label; empty or null for none",
);
