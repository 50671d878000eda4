/** The services of pipelines and of Compose that the pages show, from their YAML. */
import { globSync, readFileSync } from "node:fs";

import { parse } from "yaml";
import * as z from "zod";

import { codeBlocks } from "./markdown.ts";

const Service = z.strictObject({
  image: z.string(),
  /** Another host name of the service, in GitLab CI. */
  alias: z.string().optional(),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  networks: z
    .strictObject({ default: z.strictObject({ aliases: z.array(z.string()) }) })
    .optional(),
});
const Variables = z.record(z.string(), z.string());
/** A job of GitHub Actions or a file of Compose, with services by name, or a job of GitLab CI, with a list of them. */
const Block = z.strictObject({
  services: z.union([
    z.record(z.string(), Service),
    z
      .tuple([Service.extend({ name: z.string() }).omit({ image: true })])
      .transform(([{ name, ...service }]) => ({
        [service.alias ?? name]: { ...service, image: name },
      })),
  ]),
  env: Variables.default({}),
  variables: Variables.default({}),
});
/** A workflow of GitHub Actions with one job. */
const Workflow = z.object({
  jobs: z.object({
    test: Block.omit({ variables: true }).extend({
      "runs-on": z.literal("ubuntu-latest"),
      steps: z.array(
        z.strictObject({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: Variables.optional(),
        }),
      ),
    }),
  }),
});

export interface ShownService {
  readonly page: string;
  readonly image: string;
  /** The host names of the service for other containers. */
  readonly names: readonly string[];
  /** As in `4610:4610`: of the machine, then of the container. */
  readonly ports: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What GitLab CI gives the service, too, and GitHub Actions only the job. */
  readonly variables: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** What the job of a whole workflow uses and runs, in this order; none if only its services are shown. */
  readonly steps: readonly string[];
}

/** The service of each such block, all of lead-sandbox. */
export function shownServices(): readonly ShownService[] {
  return ["README.md", ...globSync("docs/**/*.md")].flatMap((page) =>
    codeBlocks(readFileSync(page, "utf8"))
      .filter(({ language, body }) => language === "yaml" && /^(?: {4})?services:$/m.test(body))
      .flatMap(({ body }) => servicesOf(page, body)),
  );
}

function servicesOf(page: string, body: string): readonly ShownService[] {
  const shown: unknown = parse(body);
  const { test } = Workflow.safeParse(shown).data?.jobs ?? {};
  const { services, env, variables } =
    test === undefined ? Block.parse(shown) : { ...test, variables: {} };
  const steps = (test?.steps ?? []).map(({ uses = "", run = uses }) => run);
  return Object.entries(services).map(([name, { image, ports, environment, networks }]) => ({
    page,
    image,
    names: [name, ...(networks?.default.aliases ?? [])],
    ports,
    environment,
    env,
    variables,
    steps,
  }));
}
