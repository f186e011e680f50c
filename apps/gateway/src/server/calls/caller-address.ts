import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import { createNetworks, type Networks } from "@cenote/core";

/** Where a request comes from; empty where the connection is gone. */
export type CallerAddress = (request: IncomingMessage) => string;

/**
 * The address of the connection or, where a trusted proxy connects, the nearest one that it names in `X-Forwarded-For` and
 * that is not itself a trusted proxy's. @param trustedProxies May change while the gateway runs.
 */
export const createCallerAddress = (trustedProxies: () => readonly string[]): CallerAddress => {
  let proxies: { readonly of: readonly string[]; readonly networks: Networks } | undefined;
  const isTrusted = (address: string): boolean => {
    const trusted = trustedProxies();
    if (proxies?.of !== trusted) proxies = { of: trusted, networks: createNetworks(trusted) };
    return proxies.networks.has(address);
  };
  return (request) => (request.socket.remoteAddress === undefined ? "" : proxyAddress(request, isTrusted));
};
