// Connects sockets for the provider's hosts to a lead-sandbox. Names in TLS and headers stay as they are.
"use strict";
const net = require("net");

const [port, tlsPort, address, patterns] = (process.env.LEAD_SANDBOX_INTERCEPTED || "").split(" ");

if (patterns) {
  const shape = patterns
    .split(",")
    .map((pattern) => pattern.replace(/[^a-z0-9*]/g, "\\$&").replace(/\*/g, ".+"))
    .join("|");
  const provider = new RegExp(`^(?:${shape})\\.?$`, "i");
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its socket
  const { connect } = net.Socket.prototype;

  net.Socket.prototype.connect = function connectIntercepted(...args) {
    // Node's own callers pass its normalized form: an array of options and callback.
    const [first, second] = Array.isArray(args[0]) ? args[0] : args;
    const options =
      typeof first === "object" && first !== null ? first : { port: first, host: second };
    const { host } = options;
    if (options.path || typeof host !== "string" || !provider.test(host)) {
      return connect.apply(this, args);
    }
    const callback = (Array.isArray(args[0]) ? args[0] : args).find(
      (one) => typeof one === "function",
    );
    const to = Number(Number(options.port) === 80 ? port : tlsPort);
    const changed = Object.assign({}, options, { host: address, port: to, lookup: undefined });
    return callback ? connect.call(this, changed, callback) : connect.call(this, changed);
  };
}
