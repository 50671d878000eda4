import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { javaTrustStore } from "../../../src/network/https/java-store.ts";
import { newRunAuthority } from "../../../src/network/https/run-authority.ts";
import { derOf, trustedBefore } from "../../../src/network/https/trusted-before.ts";
import { commandEnvironments } from "../../../src/network/intercept/command-environment.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";

const { certificate } = newRunAuthority({
  patterns: ["leads.lender.example"],
  matches: () => true,
});
const other = newRunAuthority({ patterns: ["corp.example"], matches: () => true }).certificate;
const third = newRunAuthority({ patterns: ["more.example"], matches: () => true }).certificate;

const proxy = {
  url: "http://127.0.0.1:8888",
  certificate,
  hosts: ["leads.lender.example", "*.realty.example"],
  sandbox: { host: "127.0.0.1", port: 4610, tlsPort: null },
};

async function environmentOf(environment: Readonly<Record<string, string | undefined>>) {
  const { of, problems } = commandEnvironments(environment);
  const made = await of(proxy);
  onTestFinished(made.end);
  return { ...made, problems };
}

describe("the variables of an intercepted command", () => {
  it("name the proxy in both spellings, and nothing of the user's", async () => {
    const { variables } = await environmentOf({ ALL_PROXY: "socks5://a", NO_PROXY: "*" });
    for (const name of ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"]) {
      expect(variables[name]).toBe("http://127.0.0.1:8888");
    }
    expect(variables["NO_PROXY"]).toBe("localhost,127.0.0.1,::1");
    expect(variables["no_proxy"]).toBe("localhost,127.0.0.1,::1");
    expect(Object.hasOwn(variables, "ALL_PROXY") && variables["ALL_PROXY"]).toBeUndefined();
    expect(Object.hasOwn(variables, "all_proxy") && variables["all_proxy"]).toBeUndefined();
  });

  it("name one bundle with the system's certificates, those of every file named before, and ours", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "dir"));
    writeFileSync(join(folder, "corp.pem"), `# comment\r\n${other.replaceAll("\n", "\r\n")}`);
    writeFileSync(join(folder, "dir", "more.pem"), third);
    const { variables, problems, bundle } = await environmentOf({
      REQUESTS_CA_BUNDLE: join(folder, "corp.pem"),
      SSL_CERT_DIR: join(folder, "dir"),
      HTTPLIB2_CA_CERTS: join(folder, "corp.pem"),
    });
    expect(problems).toEqual([]);
    const text = readFileSync(bundle, "utf8");
    const [system = ""] = trustedBefore({}).certificates;
    for (const one of [system, other, third, certificate]) {
      expect(text.split(one)).toHaveLength(2);
    }
    const names =
      "SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS GIT_SSL_CAINFO PIP_CERT AWS_CA_BUNDLE HTTPLIB2_CA_CERTS";
    for (const name of names.split(" ")) expect(variables[name]).toBe(bundle);
    expect(variables).not.toHaveProperty("DENO_CERT");
  });

  it("name no certificate where the command must not know the run's", async () => {
    const file = join(temporaryFolder(), "corp.pem");
    writeFileSync(file, other);
    const { of } = commandEnvironments({
      REQUESTS_CA_BUNDLE: file,
      SSL_CERT_DIR: "/etc/ssl/certs",
      JAVA_TOOL_OPTIONS: `-Xmx64m -Djavax.net.ssl.trustStore=${file} -Djavax.net.ssl.trustStoreType=JKS`,
    });
    const { variables, bundle, end } = await of({ ...proxy, certificate: null });
    onTestFinished(end);
    const names =
      "SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS DENO_CERT";
    for (const name of names.split(" ")) {
      expect(Object.hasOwn(variables, name)).toBe(true);
      expect(variables[name]).toBeUndefined();
    }
    expect(variables["JAVA_TOOL_OPTIONS"]).toMatch(/^-Xmx64m -Dhttps\.proxyHost=/);
    expect(variables["JAVA_TOOL_OPTIONS"]).not.toContain("trustStore");
    expect(readFileSync(bundle, "utf8")).not.toContain(certificate);
  });

  it.each([
    ["a missing file", (folder: string) => join(folder, "none.pem"), /ENOENT/],
    ["a folder", (folder: string) => folder, /it is not a file/],
    ["a device", () => "/dev/zero", /it is not a file/],
  ])(
    "are made although a variable names %s, with a sentence that names it",
    async (_, pathIn, reason) => {
      const path = pathIn(temporaryFolder());
      const { problems } = await environmentOf({ CURL_CA_BUNDLE: path, SSL_CERT_DIR: "/nowhere" });
      expect(problems).toHaveLength(2);
      expect(problems[0]).toMatch(reason);
      expect(problems[0]).toContain(`CURL_CA_BUNDLE names ${path}, which cannot be read`);
      expect(problems[1]).toContain("SSL_CERT_DIR names /nowhere");
    },
  );

  it("add to the options of languages", async () => {
    const { variables, folder, javaStore } = await environmentOf({
      NODE_OPTIONS: "--max-old-space-size=99",
      PYTHONPATH: "/own",
      RUBYOPT: "-W0",
      RUBYLIB: "/own",
      PHP_INI_SCAN_DIR: "/own",
      JAVA_TOOL_OPTIONS: "-Xmx99m",
    });
    expect(variables["NODE_OPTIONS"]).toBe(
      `--max-old-space-size=99 --require="${folder}/node.cjs"`,
    );
    expect(variables["PYTHONPATH"]).toBe(`${folder}/python:/own`);
    expect(variables["RUBYOPT"]).toBe("-W0 -rlead_sandbox_intercept");
    expect(variables["RUBYLIB"]).toBe(`${folder}/ruby:/own`);
    expect(variables["PHP_INI_SCAN_DIR"]).toBe(`/own:${folder}/php`);
    expect(variables["JAVA_TOOL_OPTIONS"]).toBe(
      `-Xmx99m -Djavax.net.ssl.trustStore=${javaStore} -Djavax.net.ssl.trustStoreType=JKS -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=8888 -Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=8888 -Dhttp.nonProxyHosts=localhost|127.*|[::1]`,
    );
    expect(variables["LEAD_SANDBOX_INTERCEPTED"]).toBe(
      "4610 4610 127.0.0.1 leads.lender.example,*.realty.example",
    );
  });

  it("keep PHP's own folder of settings when the user names none", async () => {
    const { variables, folder } = await environmentOf({});
    expect(variables["PHP_INI_SCAN_DIR"]).toBe(`:${folder}/php`);
  });

  it("keep the user's settings of wget, in a file that only the user can read", async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, ".wgetrc"), "timeout = 7");
    const { variables, bundle, folder } = await environmentOf({ HOME: home });
    const text = readFileSync(variables["WGETRC"] ?? "", "utf8");
    expect(text).toBe(`timeout = 7\nca_certificate = ${bundle}\n`);
    expect(readFileSync(join(home, ".wgetrc"), "utf8")).toBe("timeout = 7");
    expect(modeOf(variables["WGETRC"] ?? "")).toBe("600");
    expect(modeOf(folder)).toBe("700");
  });

  it("say that a trust store of Java is replaced", async () => {
    const { problems } = await environmentOf({
      JAVA_TOOL_OPTIONS: "-Djavax.net.ssl.trustStore=/corp.jks",
    });
    expect(problems).toEqual([expect.stringContaining("JAVA_TOOL_OPTIONS names a trust store")]);
  });

  it("have files in a folder that ends with the command", async () => {
    const { folder, end } = await environmentOf({});
    expect(existsSync(join(folder, "ca.crt"))).toBe(true);
    end();
    expect(existsSync(folder)).toBe(false);
  });
});

describe("the authority of a run", () => {
  it("certifies only its hosts, and says so in its certificate", () => {
    const authority = newRunAuthority({
      patterns: ["leads.lender.example", "*.realty.example"],
      matches: (host) => host === "leads.lender.example",
    });
    expect(authority.permits("leads.lender.example")).toBe(true);
    expect(authority.permits("localhost")).toBe(true);
    expect(authority.permits("other.example")).toBe(false);
    const text = Buffer.from(new X509Certificate(authority.certificate).raw).toString("latin1");
    expect(text).toContain("leads.lender.example");
    expect(text).toContain("realty.example");
    expect(text).not.toContain("*.realty");
  });

  it("has no name constraints for a pattern that matches any domain", () => {
    const { certificate: open } = newRunAuthority({
      patterns: ["api.partner.*"],
      matches: () => false,
    });
    expect(Buffer.from(new X509Certificate(open).raw).toString("latin1")).not.toContain(
      "api.partner",
    );
  });
});

describe("a Java trust store", () => {
  it("has a digest over its certificates and the usual password", () => {
    const store = javaTrustStore([derOf(certificate), derOf(other)], 0);
    expect(store.readUInt32BE(0)).toBe(0xfeedfeed);
    expect(store.readUInt32BE(8)).toBe(2);
    expect(store.includes(derOf(certificate))).toBe(true);
    expect(store.includes(Buffer.from("X.509"))).toBe(true);
  });
});

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}
