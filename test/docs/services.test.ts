/** The YAML of services in the pages: what it names exists. */
import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { usualNames } from "../../src/domain/model/client-variables.ts";
import { readConfig, settings } from "../../src/server/settings/config.ts";
import { shownServices } from "../support/service-blocks.ts";

const { version } = Object(JSON.parse(readFileSync("package.json", "utf8")));
const dockerfile = readFileSync("Dockerfile", "utf8");
const services = shownServices();

it("the pages show a service for GitHub Actions in each language, for GitLab CI, and for Compose", () => {
  const pages = services.map(({ page }) => page).toSorted();
  const languages = ["csharp", "go", "java", "php", "python", "ruby", "shell"];
  expect(pages).toEqual([
    "docs/ci.md",
    "docs/ci.md",
    ...languages.map((name) => `docs/languages/${name}.md`),
    "docs/unchanged.md",
  ]);
});

it.each(services.filter(({ steps }) => steps.length > 0))(
  "the job in $page checks out the project, and ends with the tests of the page",
  ({ page, steps }) => {
    const [, tests] = /lead-sandbox exec -- (.+)/.exec(readFileSync(page, "utf8")) ?? [];
    expect([steps[0], steps.at(-1)]).toEqual(["actions/checkout@v4", tests]);
  },
);

it("each page about a language has a whole job", () => {
  const jobs = services.filter(({ steps }) => steps.length > 0).map(({ page }) => page);
  expect(jobs.toSorted()).toEqual(globSync("docs/languages/*.md").toSorted());
});

describe.each(services)("the service in $page of $image", (service) => {
  const { image, names, ports, environment, env, variables } = service;

  it("is of the image that the page of the image builds, or of that version in a registry", () => {
    expect(["lead-sandbox", `registry.example.com/lead-sandbox:${version}`]).toContain(image);
    expect(readFileSync("docs/server.md", "utf8")).toContain("docker build -t lead-sandbox .\n");
  });

  it("publishes the port of the image", () => {
    const [, exposed = ""] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
    expect(ports.map((port) => port.split(":").at(-1))).toEqual(ports.map(() => exposed));
  });

  it("has known settings with valid values, and an alias for each host in them", () => {
    const known = settings.map(({ variable }) => variable);
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const { surfaceHosts } = readConfig({ environment });
    expect(names).toEqual(expect.arrayContaining(Object.values(surfaceHosts).flat()));
  });

  it("gives the job variables that clients and kits read, with addresses of the service", () => {
    const given = { ...env, ...variables };
    expect(Object.values<string>(usualNames)).toEqual(expect.arrayContaining(Object.keys(given)));
    const [published = ""] = ports.map((port) => port.split(":")[0] ?? "");
    const host = published === "" ? `${names[0]}:4610` : `127.0.0.1:${published}`;
    expect(Object.values(given).map((url) => new URL(url).host)).toEqual(
      Object.keys(given).map(() => host),
    );
  });
});
