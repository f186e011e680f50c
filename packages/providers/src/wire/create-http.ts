import { createLockstep } from "@cenote/core";
import { type ConnectionOptions, createConnections } from "./connections";
import type { Http } from "./http";
import { startHttpCall } from "./http-call";

export const createHttp = (options: ConnectionOptions = {}): Http => {
  const connections = createConnections(options);
  const inLockstep = createLockstep();
  return {
    send: (request, sink, sendOptions) => startHttpCall({ connections, inLockstep }, request, sink, sendOptions),
    close: () => connections.close(),
  };
};
