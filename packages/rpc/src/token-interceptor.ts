import { type ServerInterceptor, ServerInterceptingCall, status } from "@grpc/grpc-js";
import type { TokenCheck } from "./token-check";

const UNAUTHENTICATED = { code: status.UNAUTHENTICATED, details: "the internal token is missing or wrong" } as const;

/** Probes have no token. */
const OPEN_PATHS = "/grpc.health.v1.Health/";

/**
 * Asks every call for the internal token, health alone excepted, when its headers have come: of a stranger's message
 * nothing is read, however large he announces it. @param onRefused Told which method was asked for, and from where.
 */
export const createTokenInterceptor = (isAuthorized: TokenCheck, onRefused: (method: string, peer: string) => void): ServerInterceptor => ({ path }, call) => {
  if (path.startsWith(OPEN_PATHS)) return new ServerInterceptingCall(call);
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
