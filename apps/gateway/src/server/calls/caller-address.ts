import type { IncomingMessage } from "node:http";
import { createNetworks, type Networks } from "@cenote/core";

/** Where a request comes from; empty where the connection is gone. What a trusted proxy says may be no address at all. */
export type CallerAddress = (request: IncomingMessage) => string;

/** Some proxies add the port: `203.0.113.7:50123`, `[2001:db8::1]:50123`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

const withoutPort = (text: string): string => {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  return bracketed ?? plain ?? text;
};

/** The nearest first. */
const forwardedFor = ({ headers }: IncomingMessage): readonly string[] => {
  const { "x-forwarded-for": header = "" } = headers;
  return String(header)
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .reverse();
};

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
  return (request) => {
    let address = request.socket.remoteAddress ?? "";
    if (!isTrusted(address)) return address;
    for (const named of forwardedFor(request)) {
      address = withoutPort(named);
      if (!isTrusted(address)) break;
    }
    return address;
  };
};
