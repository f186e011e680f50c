import { request } from "node:http";
import { type Socket, connect as connectPlain, isIP } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { Proxy } from "./find-proxy";
import { ProxyFailure } from "./proxy-failure";

/** A connection that is being opened. */
export interface Opening {
  destroy(error: Error): unknown;
}

export interface TunnelLimits {
  /** Time limit for the proxy's answer. */
  readonly timeoutMs: number;
  readonly maxHeaderBytes: number;
}

const TCP_KEEP_ALIVE_MS = 60_000;
const CREDENTIALS_DUE = 407;

/**
 * Time for each address of a proxy before the next address is tried. Node's 250 ms may pass before a busy process reads
 * the answer. All addresses of a name would then fail, although each of them accepts.
 */
const ADDRESS_ATTEMPT_MS = 2_000;

const openTo = ({ isSecure, hostname, port }: Proxy): Socket => {
  const to = { host: hostname, port, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS };
  return isSecure
    ? connectSecure({ ...to, ...(isIP(hostname) === 0 ? { servername: hostname } : {}) })
    : connectPlain(to);
};

const refusal = (status: number): string =>
  status === CREDENTIALS_DUE
    ? "The proxy for outgoing calls asks for other credentials (HTTP 407)."
    : `The proxy for outgoing calls does not lead to the provider (HTTP ${status}).`;

const unreached = (error: Error): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNREFUSED"
    ? "The proxy for outgoing calls refuses connections."
    : `The proxy for outgoing calls can't be reached${code === undefined ? "" : ` (${code})`}.`;
};

/**
 * Opens a connection through a proxy with CONNECT, also to hosts without TLS. If the call uses TLS, the proxy sees only
 * the host's name.
 * @param authority Host and port of the target; an IPv6 address in brackets.
 * @param callback Called once, with the connection or the reason why there is none.
 */
export const openTunnel = (
  proxy: Proxy,
  authority: string,
  { timeoutMs, maxHeaderBytes }: TunnelLimits,
  callback: (...opened: [failure: ProxyFailure, socket: null] | [failure: null, socket: Socket]) => void,
): Opening => {
  const asked = request({
    method: "CONNECT",
    path: authority,
    createConnection: () => openTo(proxy),
    timeout: timeoutMs,
    maxHeaderSize: maxHeaderBytes,
    headers: {
      host: authority,
      connection: "keep-alive",
      "proxy-connection": "keep-alive",
      ...(proxy.authorization === undefined ? {} : { "proxy-authorization": proxy.authorization }),
    },
  });
  let isSettled = false;
  const fail = (failure: ProxyFailure): void => {
    if (isSettled) return;
    isSettled = true;
    callback(failure, null);
  };
  asked.on("error", (error) => {
    fail(new ProxyFailure(unreached(error), proxy.origin, error));
  });
  asked.on("timeout", () => {
    asked.destroy(Object.assign(new Error("the proxy is silent"), { code: "ETIMEDOUT" }));
  });
  asked.on("connect", ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
    if (isSettled || statusCode < 200 || statusCode > 299) {
      socket.on("error", () => {}).destroy();
      fail(new ProxyFailure(refusal(statusCode), proxy.origin));
      return;
    }
    isSettled = true;
    socket.setTimeout(0);
    socket.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE_MS);
    if (head.length > 0) socket.unshift(head);
    callback(null, socket);
  });
  asked.end();
  return asked;
};
