/** The YAML of services in the pages: what it names exists. */
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { usualNames } from "../../src/domain/model/client-variables.ts";
import { readConfig, settings } from "../../src/server/settings/config.ts";
import { shownServices } from "../support/service-blocks.ts";

const { version } = Object(JSON.parse(readFileSync("package.json", "utf8")));
const dockerfile = readFileSync("Dockerfile", "utf8");
const services = shownServices();

it("the pages show a service for GitHub Actions in each language, for GitLab CI, and for Compose", () => {
  const pages = services.map(({ page }) => page).toSorted();
  const languages = ["go", "java", "php", "python", "ruby", "shell"];
  expect(pages).toEqual([
    "docs/ci.md",
    "docs/ci.md",
    ...languages.map((name) => `docs/languages/${name}.md`),
    "docs/unchanged.md",
  ]);
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
