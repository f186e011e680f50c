import type { IncomingMessage } from "node:http";
import { type CenoteError, invalidField } from "@cenote/core";

const KEY = /^[+/0-9A-Za-z]{22}==$/;
/** Names of protocols, separated by commas. */
const PROTOCOLS = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/;
const VERSIONS = new Set(["13", "8"]);

/** The only path for WebSockets. */
export const WEB_SOCKET_PATH = "/graphql";
/** A request target may be an absolute URI, as for a proxy. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Other upgrades are ignored: Java's client offers one to HTTP/2 with every request. */
export const isForWebSockets = ({ method, url, headers }: IncomingMessage): boolean =>
  headers.upgrade !== undefined &&
  method === "GET" &&
  headers.upgrade.toLowerCase() === "websocket" &&
  url?.replace(ORIGIN, "").split("?", 1)[0] === WEB_SOCKET_PATH;

/** The error for an invalid WebSocket handshake. The library would answer in its own format. */
export const webSocketFault = ({ headers }: IncomingMessage): CenoteError | undefined => {
  if (!KEY.test(headers["sec-websocket-key"] ?? ""))
    return invalidField("sec-websocket-key", "missing, or no 16 bytes in base64.");
  if (!VERSIONS.has(headers["sec-websocket-version"] ?? "")) return invalidField("sec-websocket-version", "send 13.");
  const protocols = headers["sec-websocket-protocol"];
  if (protocols === undefined) return undefined;
  const names = protocols.split(",").map((name) => name.trim());
  if (PROTOCOLS.test(protocols) && new Set(names).size === names.length) return undefined;
  return invalidField("sec-websocket-protocol", "no list of different names.");
};
