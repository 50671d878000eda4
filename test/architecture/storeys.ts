/** A storey of `src`: what it is for, and the sentence of each of its rooms. */
interface Storey {
  readonly what: string;
  readonly rooms: Readonly<Record<string, string>>;
}

/**
 * The storeys of `src` from the top down, with their rooms. Imports go from a storey to itself and to lower ones.
 * `src/README.md` is made from this table.
 */
export const storeys: Readonly<Record<string, Storey>> = {
  apps: {
    what: "how people and agents reach it",
    rooms: {
      cli: "Reads arguments, runs what they ask for, and prints. A folder for each command.",
      console: "Shows the sandbox to a person in the browser.",
      mcp: "Offers tools to coding agents, over stdio and HTTP.",
    },
  },
  harness: {
    what: "judges a client or a service",
    rooms: {
      explore: "Runs a client under a changed world and judges what it did.",
      simulate: "Lets a world change between the runs of a polling job.",
      assess: "Judges from runs and traffic whether a client is ready for production.",
      "check-target": "Asks a service what it does, and compares the answers with the rules.",
      next: "Reads which changes of the interface are announced, from documents or a list.",
      "check-har": "Explains recorded traffic by the rules.",
      pact: "Runs Pact's verifier, and reads pacts from files and brokers.",
      bundle: "Opens and writes the file that repeats a finding.",
      report: "Writes what a command found as a document: JSON, Markdown and a page.",
      runs: "Runs a client against a sandbox of its own, and records what it shows.",
      traffic: "Reads recordings and journals into calls of a Lead API.",
    },
  },
  library: {
    what: "what the npm package exports",
    rooms: {
      embed: "Brings the sandbox into a test, and a client under test to the sandbox.",
      client: "Calls the control API from anywhere that has `fetch`.",
    },
  },
  server: {
    what: "what answers requests",
    rooms: {
      sandbox: "Assembles the other rooms into a sandbox that listens.",
      mailpit: "Serves the API of Mailpit.",
      control: "Serves the control API, which drives the world for a tester.",
      api: "Serves the emulated API: its paths and the shapes on the wire.",
      pages: "Serves the pages that links in mails open.",
      gates: "Checks that every emulated request passes before its operation.",
      settings: "Reads and validates settings.",
      guide: "Serves the documentation, and searches it.",
      record: "Makes a pact out of traffic.",
      openapi: "Writes the OpenAPI documents of both APIs.",
      tracing: "Sends traces to a collector.",
      kits: "Holds the client kits for other languages.",
    },
  },
  world: {
    what: "one provider's world: its records, clock and mail",
    rooms: {
      platform: "Acts as the provider's platform: signs up, converts, archives.",
      workspace: "Holds one world together (store, clock, ids, assumptions) and finds it by key.",
      mail: "Composes messages and sends them on.",
      store: "Keeps the records. The only SQL.",
    },
  },
  network: {
    what: "HTTP and TLS, without a Lead",
    rooms: {
      intercept: "Routes a client's own connections to the sandbox.",
      http: "Reads requests and sends responses.",
      https: "Issues certificates and accepts TLS connections.",
    },
  },
  domain: {
    what: "what the interface says; pure",
    rooms: {
      model: "Decides what the interface decides: states, quotas, list queries.",
      hiding: "Decides what may be shown of a key or a person, and replaces the rest.",
      records: "Lists the fields of each kind of record, and derives every form of it.",
      rules: "States each clause of the interface: its standing and its alternatives.",
    },
  },
  base: {
    what: "knows none of this",
    rooms: {
      processes: "Runs a program to its end.",
      texts: "Reads text files, and fits text into a terminal or an XML file.",
      values: "JSON, moments, caches: pure.",
    },
  },
};
