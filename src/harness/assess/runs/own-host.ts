/** Whether a host, with or without a port, is this machine: RFC 6761 and 6890. */
export function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "");
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}
