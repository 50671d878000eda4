import * as z from "zod";

import { Report, reportFormat } from "./shape.ts";

/** The published JSON Schema of `report.json`. A later version of the same format may have more properties. */
export function reportSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(Report, { io: "input" });
  return { $schema, title: reportFormat, ...schema };
}
