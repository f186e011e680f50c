import { type ClientHttp2Stream, connect } from "node:http2";
import { methodPath, type MethodDefinition, type ServiceDefinition } from "../definition";

const LARGE_WINDOW_BYTES = 1 << 30;

const withLength = (message: Uint8Array): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

/**
 * A caller without a gRPC library, which takes no bytes of any answer until it is told to: its HTTP/2 window is 0.
 * @param port Of a server on this machine.
 */
export const createRawCaller = (port: number, token: string) => {
  const session = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
  session.on("error", () => {});
  const open = (path: string, headers: Readonly<Record<string, string>> = {}): ClientHttp2Stream => {
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
      authorization: `Bearer ${token}`,
      ...headers,
    });
    stream.on("error", () => {});
    return stream;
  };
  return {
    open,
    /** @param request Of the method's type. */
    call(definition: ServiceDefinition, method: MethodDefinition, request: unknown, headers = {}): ClientHttp2Stream {
      const stream = open(methodPath(definition, method), headers);
      stream.end(withLength(method.requestType.encode(request).finish()));
      return stream;
    },
    withLength,
    /** From now on it takes what comes. */
    takeAll() {
      session.setLocalWindowSize(LARGE_WINDOW_BYTES);
      session.settings({ initialWindowSize: LARGE_WINDOW_BYTES });
    },
    close() {
      session.destroy();
    },
  };
};
