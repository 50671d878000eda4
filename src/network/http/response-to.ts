import type { ClientRequest, IncomingMessage } from "node:http";

/** The response to a request. Rejects like the request, and also for an upgrade, which Node drops without an event. */
export function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once("response", resolve);
  sent.on("error", reject);
  sent.once("upgrade", (_response, socket) => {
    socket.destroy();
    reject(new Error("the server answers 101 to a request without an upgrade"));
  });
  return promise;
}
