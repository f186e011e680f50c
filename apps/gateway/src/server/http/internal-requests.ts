import type { IncomingMessage } from "node:http";
import { createNetworks } from "@cenote/core";

/** This machine, private networks and those that carriers and clusters keep to themselves. */
const INSIDE = createNetworks([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

/** What proxies add to requests that they pass on from somebody else. */
const PASSED_ON = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Whether a request names the public address. That address has TLS and the gateway itself has none, so a proxy passed
 * the request on, even one that adds no header.
 */
export const namesPublicAddress = (host: string | undefined, publicUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && host?.replace(/:\d+$/, "").toLowerCase() === hostname;
};

/** Whether a request comes from this machine or a private network, and through no proxy. */
export const isInternalRequest = ({
  socket,
  headers,
}: Pick<IncomingMessage, "headers"> & {
  readonly socket: Pick<IncomingMessage["socket"], "remoteAddress">;
}): boolean => INSIDE.has(socket.remoteAddress ?? "") && PASSED_ON.every((name) => headers[name] === undefined);
