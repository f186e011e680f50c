import { type ServerInterceptor, ServerInterceptingCall, status } from "@grpc/grpc-js";
import type { TokenCheck } from "./token-check";

const UNAUTHENTICATED = { code: status.UNAUTHENTICATED, details: "the internal token is missing or wrong" } as const;

/** Whether a path needs no token: those for probes. */
export const isOpenPath = (path: string): boolean => path.startsWith("/grpc.health.v1.Health/");

/**
 * Requires the internal token of every call except health. It is checked when the headers arrive, so that the message of
 * an unauthorized caller is not processed.
 * @param onRefused Called with the method and the caller's address.
 */
export const createTokenInterceptor =
  (isAuthorized: TokenCheck, onRefused: (method: string, peer: string) => void): ServerInterceptor =>
  ({ path }, call) => {
    if (isOpenPath(path)) return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, proceed) {
            if (isAuthorized(metadata)) {
              proceed(metadata);
              return;
            }
            onRefused(path, call.getPeer());
            call.sendStatus(UNAUTHENTICATED);
          },
        });
      },
    });
  };
