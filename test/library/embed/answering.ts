/** A server with answers that the emulated API never gives, but that every interception must pass on. */
export function answering(): { readonly fetch: typeof globalThis.fetch } {
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      switch (pathname) {
        case "/moved":
          return new Response(null, { status: 302, headers: { location: "/arrived" } });
        case "/arrived":
          return new Response("arrived");
        case "/stream":
          return new Response(chunks("one ", "two ", "three"));
        case "/nothing":
          return new Response(null, { status: 204 });
        default:
          return new Response(`${request.method} ${pathname}${search} ${await request.text()}`, {
            headers: [
              ["x-two", "1"],
              ["x-two", "2"],
              ["set-cookie", "a=1"],
              ["set-cookie", "b=2"],
            ],
          });
      }
    },
  };
}

function chunks(...texts: readonly string[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(texts).pipeThrough(new TextEncoderStream());
}
