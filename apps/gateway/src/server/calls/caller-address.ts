import type { IncomingMessage } from "node:http";
import { createNetworks, type Networks } from "@cenote/core";

/** The client's address; empty if the connection is gone. A trusted proxy may send text that is no address. */
export type CallerAddress = (request: IncomingMessage) => string;

/** Some proxies add the port: `203.0.113.7:50123`, `[2001:db8::1]:50123`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

const withoutPort = (text: string): string => {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  return bracketed ?? plain ?? text;
};

/** The nearest proxy's entry first. */
const forwardedFor = ({ headers }: IncomingMessage): readonly string[] => {
  const { "x-forwarded-for": header = "" } = headers;
  return String(header)
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .reverse();
};

/**
 * Returns the address of the connection. If that is a trusted proxy, returns the nearest address in `X-Forwarded-For`
 * that is not a trusted proxy itself. @param trustedProxies May change while the gateway runs.
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
