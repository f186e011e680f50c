import { createLockstep } from "@cenote/core";
import { createConnections } from "./connections";
import type { Http } from "./http";
import { startHttpCall } from "./http-call";
import type { ResolveHost } from "./public-lookup";

/** @param options.resolve Finds the addresses of names for reach `public`; the system's resolver without. */
export const createHttp = ({ resolve }: { readonly resolve?: ResolveHost } = {}): Http => {
  const connections = createConnections({ resolve });
  const inLockstep = createLockstep();
  return {
    send: (request, sink, options) => startHttpCall({ connections, inLockstep }, request, sink, options),
    close: () => connections.close(),
  };
};
