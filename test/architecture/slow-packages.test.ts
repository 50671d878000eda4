import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { layOver, missingPackages } from "../../scripts/slow-packages.ts";

interface Locked {
  readonly version?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

function lockedIn(file: string): Lock["packages"] {
  const lock: Lock = JSON.parse(readFileSync(file, "utf8"));
  return lock.packages;
}

/** A checkout with these files: the version of each package, in place of its package.json. */
function checkout(installed: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-slow-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, content: unknown) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  };
  write("package-lock.json", {
    packages: {
      "": {},
      "node_modules/own": { bin: { own: "own.js" } },
      "node_modules/@scope/own": {},
    },
  });
  write("test/package.json", { devDependencies: { slow: "2.0.0", "@scope/slow": "1.0.0" } });
  for (const [place, version] of Object.entries(installed))
    write(`${place}/package.json`, { version });
  return { folder, versionIn: (place: string) => lockedVersion(join(folder, place)) };
}

function lockedVersion(place: string): string | null {
  try {
    return JSON.parse(readFileSync(join(place, "package.json"), "utf8")).version;
  } catch {
    return null;
  }
}

describe("the locks of the project and of its slow suites", () => {
  const [own, slow] = [lockedIn("package-lock.json"), lockedIn("test/package-lock.json")];

  it("place the packages that both have alike, so that one can be laid over the other", () => {
    const shared = Object.keys(slow).filter((place) => place !== "" && place in own);
    expect(shared.length).toBeGreaterThan(50);
    expect(shared.filter((place) => own[place]?.version !== slow[place]?.version)).toEqual([]);
  });

  it("hide no package in the folder of another that is there already", () => {
    const hidden = Object.keys(slow).filter((place) => {
      const [, outer = ""] = /^(node_modules\/.+?)\/node_modules\//.exec(place) ?? [];
      return outer !== "" && outer in own && !(place in own);
    });
    expect(hidden).toEqual([]);
  });

  it("give a newcomer on Linux 410 packages or fewer", () => {
    const installed = Object.entries(own).filter(
      ([place, { os, cpu, libc }]) =>
        place !== "" &&
        (os ?? ["linux"]).includes("linux") &&
        (cpu ?? ["x64"]).includes("x64") &&
        (libc ?? ["glibc"]).includes("glibc"),
    );
    expect(installed.length).toBeLessThanOrEqual(410);
  });
});

describe("the packages of slow suites", () => {
  it("are missing when they are not installed, cut off, or of another version", () => {
    const { folder } = checkout({ "node_modules/slow": "1.0.0" });
    expect(missingPackages(folder)).toEqual(["slow", "@scope/slow"]);
    writeFileSync(join(folder, "node_modules/slow/package.json"), '{"version":"2.0');
    expect(missingPackages(folder)).toEqual(["slow", "@scope/slow"]);
  });

  it("are laid over older ones, and never over what the project itself installs", () => {
    const { folder, versionIn } = checkout({
      "node_modules/own": "1.0.0",
      "node_modules/@scope/own": "1.0.0",
      "node_modules/slow": "1.0.0",
      "test/node_modules/own": "9.0.0",
      "test/node_modules/@scope/own": "9.0.0",
      "test/node_modules/slow": "2.0.0",
      "test/node_modules/@scope/slow": "1.0.0",
    });
    for (const [at, command] of [
      ["node_modules", "own"],
      ["test/node_modules", "own"],
      ["test/node_modules", "slow"],
    ] as const) {
      mkdirSync(join(folder, at, ".bin"), { recursive: true });
      symlinkSync(`../${command}/package.json`, join(folder, at, ".bin", command));
    }
    layOver(folder);
    expect(missingPackages(folder)).toEqual([]);
    expect(versionIn("node_modules/own")).toBe("1.0.0");
    expect(versionIn("node_modules/@scope/own")).toBe("1.0.0");
    expect(readFileSync(join(folder, "node_modules/.bin/own"), "utf8")).toContain("1.0.0");
    expect(readFileSync(join(folder, "node_modules/.bin/slow"), "utf8")).toContain("2.0.0");
    expect(versionIn("test/node_modules/slow")).toBeNull();
  });
});
