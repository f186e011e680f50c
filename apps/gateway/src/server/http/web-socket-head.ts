import type { IncomingMessage } from "node:http";
import { type CenoteError, invalidField } from "@cenote/core";

const KEY = /^[+/0-9A-Za-z]{22}==$/;
/** Names of protocols, by commas. */
const PROTOCOLS = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/;
const VERSIONS = new Set(["13", "8"]);

/** The one address that is for WebSockets. */
export const WEB_SOCKET_PATH = "/graphql";
/** A target may be a whole URI, as a proxy gets it. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/**
 * Java's client offers an upgrade to HTTP/2 with every request: whatever else is offered is ignored, and the request is
 * answered as if it had offered nothing.
 */
export const isForWebSockets = ({ method, url, headers }: IncomingMessage): boolean =>
  headers.upgrade !== undefined &&
  method === "GET" &&
  headers.upgrade.toLowerCase() === "websocket" &&
  url?.replace(ORIGIN, "").split("?", 1)[0] === WEB_SOCKET_PATH;

/** What keeps a WebSocket from being opened: its library would say so in words of its own. */
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
