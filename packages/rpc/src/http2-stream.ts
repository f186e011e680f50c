import type { ServerHttp2Stream } from "node:http2";
import type { ServerInterceptor } from "@grpc/grpc-js";

/**
 * The HTTP/2 stream of a call. grpc-js has it in a field that its types do not declare, and only in the call itself. The
 * wrapper of an interceptor does not have it.
 */
export const http2StreamOf = (call: Parameters<ServerInterceptor>[1]): ServerHttp2Stream =>
  (call as unknown as { readonly stream: ServerHttp2Stream }).stream;
