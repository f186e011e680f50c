import type { IncomingMessage } from "node:http";
import { createNetworks } from "@cenote/core";

/** Loopback, private, link-local and shared (carrier) addresses. */
const INTERNAL = createNetworks([
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

/** Headers that proxies add to forwarded requests. */
const FORWARDING_HEADERS = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Whether the `Host` header is that of the public address. Then a proxy forwarded the request, even if it added no
 * header: the public address has TLS, and the gateway itself has none.
 */
export const namesPublicAddress = (host: string | undefined, publicUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && host?.replace(/:\d+$/, "").toLowerCase() === hostname;
};

/** Whether a request comes from this machine or a private network, and not through a proxy. */
export const isInternalRequest = ({
  socket,
  headers,
}: Pick<IncomingMessage, "headers"> & {
  readonly socket: Pick<IncomingMessage["socket"], "remoteAddress">;
}): boolean =>
  INTERNAL.has(socket.remoteAddress ?? "") && FORWARDING_HEADERS.every((name) => headers[name] === undefined);
