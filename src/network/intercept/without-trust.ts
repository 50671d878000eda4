import { bundleVariables, otherBundleVariables } from "../https/trusted-before.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables that name certificates, unset, so that a program trusts what it brings and what the system has. Java's
 * options lose their trust store.
 */
export function withoutTrust(environment: Environment): Environment {
  const names = [...bundleVariables, ...otherBundleVariables, "SSL_CERT_DIR"];
  const { JAVA_TOOL_OPTIONS: java } = environment;
  const options = java?.replaceAll(/'?-Djavax\.net\.ssl\.trustStore\S*(?:'|\s|$)/g, "").trim();
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...(java === undefined ? {} : { JAVA_TOOL_OPTIONS: options }),
  };
}
