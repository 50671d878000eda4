/** The environment of a command whose calls of the provider's hosts reach a sandbox. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

import { javaTrustStore } from "../https/java-store.ts";
import {
  bundleVariables,
  derOf,
  otherBundleVariables,
  trustedBefore,
} from "../https/trusted-before.ts";
import type { TrustedBefore } from "../https/trusted-before.ts";
import type { ServedSandbox } from "./route.ts";
import { withoutTrust } from "./without-trust.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy of a run, and the certificate that its sandbox needs; null if the command must not know it. */
export interface ProxyOfRun {
  readonly url: string;
  readonly certificate: string | null;
  readonly hosts: readonly string[];
  readonly sandbox: ServedSandbox;
}

/** Variables and files for a command. */
export interface CommandEnvironment {
  /** An undefined one is unset. */
  readonly variables: Environment;
  /** The folder of the files, which `end` removes. */
  readonly folder: string;
  /** The merged bundle, and the same certificates for Java. */
  readonly bundle: string;
  readonly javaStore: string;
  readonly end: () => void;
}

/** Prepares commands of one environment. It reads the certificates that the environment trusts once. */
export function commandEnvironments(environment: Environment): {
  /** What could not be read, a sentence each. */
  readonly problems: readonly string[];
  readonly of: (proxy: ProxyOfRun) => Promise<CommandEnvironment>;
} {
  const trusted = trustedBefore(environment);
  const java = trusted.certificates.map(derOf);
  return {
    problems: [...trusted.problems, ...javaProblem(environment)],
    async of(proxy) {
      const folder = await mkdtemp(join(tmpdir(), "lead-sandbox-intercept-"));
      const end = (): void => {
        process.off("exit", end);
        rmSync(folder, { recursive: true, force: true });
      };
      process.on("exit", end);
      try {
        const files = await writeFiles(folder, proxy, { environment, trusted, java });
        return { variables: variablesOf(proxy, environment, files), folder, ...files, end };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

function javaProblem({ JAVA_TOOL_OPTIONS: options = "" }: Environment): readonly string[] {
  if (!options.includes("-Djavax.net.ssl.trustStore=")) return [];
  return [
    "JAVA_TOOL_OPTIONS names a trust store. Programs in Java get one with the certificates of the system instead.",
  ];
}

/** The preloads: next to the source, or in a folder of the built package. */
const preloads = import.meta.url.endsWith(".ts") ? "./preloads" : "../preloads";

function preload(name: string): string {
  return fileURLToPath(new URL(`${preloads}/${name}`, import.meta.url));
}

export const preloadFiles = ["node.cjs", "ruby.rb", "python/sitecustomize.py"] as const;

interface Files {
  readonly bundle: string;
  readonly javaStore: string;
  readonly wgetrc: string;
  readonly node: string;
  readonly ruby: string;
  readonly python: string;
  readonly php: string;
}

interface Before {
  readonly environment: Environment;
  readonly trusted: TrustedBefore;
  readonly java: readonly Buffer[];
}

async function writeFiles(folder: string, proxy: ProxyOfRun, before: Before): Promise<Files> {
  const files: Files = {
    bundle: join(folder, "ca.crt"),
    javaStore: join(folder, "ca.jks"),
    wgetrc: join(folder, "wgetrc"),
    node: join(folder, "node.cjs"),
    ruby: join(folder, "ruby"),
    python: join(folder, "python"),
    php: join(folder, "php"),
  };
  await Promise.all([files.ruby, files.python, files.php].map((one) => mkdir(one)));
  const { trusted, java, environment } = before;
  const { bundle } = files;
  const own = proxy.certificate === null ? [] : [proxy.certificate];
  await Promise.all([
    writeFile(bundle, [...trusted.certificates, ...own].join("")),
    writeFile(files.javaStore, javaTrustStore([...java, ...own.map(derOf)])),
    // The user's settings may have a password.
    writeFile(files.wgetrc, `${wgetSettings(environment)}\nca_certificate = ${bundle}\n`, {
      mode: 0o600,
    }),
    writeFile(
      join(files.php, "lead-sandbox.ini"),
      `curl.cainfo = "${bundle}"\nopenssl.cafile = "${bundle}"\n`,
    ),
    copyFile(preload("node.cjs"), files.node),
    copyFile(preload("ruby.rb"), join(files.ruby, "lead_sandbox_intercept.rb")),
    copyFile(preload("python/sitecustomize.py"), join(files.python, "sitecustomize.py")),
  ]);
  return files;
}

/** The user's settings of wget, which reads only one file of them. Its Debian build reads no variable for certificates. */
function wgetSettings({ WGETRC: named, HOME }: Environment): string {
  const file = named ?? join(HOME ?? homedir(), ".wgetrc");
  try {
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  } catch {
    return ""; // wget could not read it either.
  }
}

const loopback = "localhost,127.0.0.1,::1";

function variablesOf(proxy: ProxyOfRun, environment: Environment, files: Files): Environment {
  const { bundle } = files;
  const also = otherBundleVariables.filter((name) => (environment[name] ?? "") !== "");
  const named = Object.fromEntries([...bundleVariables, ...also].map((name) => [name, bundle]));
  const trust = proxy.certificate === null ? withoutTrust(environment) : named;
  const java = { ...environment, ...trust }["JAVA_TOOL_OPTIONS"];
  const { NODE_OPTIONS, PYTHONPATH, RUBYLIB, RUBYOPT, PHP_INI_SCAN_DIR } = environment;
  return {
    ...bothSpellings("HTTPS_PROXY", proxy.url),
    ...bothSpellings("HTTP_PROXY", proxy.url),
    ...bothSpellings("ALL_PROXY", undefined),
    ...bothSpellings("NO_PROXY", loopback),
    ...trust,
    WGETRC: files.wgetrc,
    LEAD_SANDBOX_INTERCEPTED: interceptedText(proxy),
    NODE_OPTIONS: joined(" ", NODE_OPTIONS, `--require=${quotedForNode(files.node)}`),
    // For other hosts: the preload connects to the sandbox before any proxy.
    NODE_USE_ENV_PROXY: "1",
    PYTHONPATH: joined(delimiter, files.python, PYTHONPATH),
    RUBYLIB: joined(delimiter, files.ruby, RUBYLIB),
    RUBYOPT: joined(" ", RUBYOPT, "-rlead_sandbox_intercept"),
    // An empty first entry stands for the folder that PHP was built with.
    PHP_INI_SCAN_DIR: `${PHP_INI_SCAN_DIR ?? ""}${delimiter}${files.php}`,
    JAVA_TOOL_OPTIONS: joined(" ", java, javaOptions(proxy, files)),
  };
}

function bothSpellings(name: string, value: string | undefined): Environment {
  return { [name]: value, [name.toLowerCase()]: value };
}

/** For the preloads: ports, address and host patterns, separated by spaces. */
function interceptedText({ sandbox: { host, port, tlsPort }, hosts }: ProxyOfRun): string {
  return [port, tlsPort ?? port, host, hosts.join(",")].join(" ");
}

function joined(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(separator);
}

function quotedForNode(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** Java reads no proxy variables. The last of two properties of a name is in force. */
function javaOptions({ url, certificate }: ProxyOfRun, { javaStore }: Files): string {
  const { hostname, port } = new URL(url);
  const trust = {
    "javax.net.ssl.trustStore": javaStore,
    "javax.net.ssl.trustStoreType": "JKS",
  };
  const properties = {
    ...(certificate === null ? {} : trust),
    "https.proxyHost": hostname,
    "https.proxyPort": port,
    "http.proxyHost": hostname,
    "http.proxyPort": port,
    "http.nonProxyHosts": "localhost|127.*|[::1]",
  };
  return Object.entries(properties)
    .map(([name, value]) => {
      const option = `-D${name}=${value}`;
      return /\s/.test(option) ? `'${option}'` : option;
    })
    .join(" ");
}
