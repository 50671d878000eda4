import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import * as z from "zod";

/** What the schema of CycloneDX says against a bill of materials; null for a valid one. */
export async function bomProblems(text: string): Promise<unknown> {
  return new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
}

const Bom = z.looseObject({
  components: z.array(
    z.looseObject({
      name: z.string(),
      group: z.string().optional(),
      version: z.string().optional(),
    }),
  ),
});

/** The components as name and version, such as `hono 4.0.0`. */
export function componentsIn(text: string): readonly string[] {
  return Bom.parse(JSON.parse(text)).components.map(({ name, group, version }) =>
    [[group, name].filter(Boolean).join("/"), version].filter(Boolean).join(" "),
  );
}
