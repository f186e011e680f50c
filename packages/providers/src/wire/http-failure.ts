import { errors } from "undici";
import { ProviderError } from "../provider-error";
import { ProxyFailure } from "@cenote/proxies";
import type { HttpPeer } from "./http";

const DNS_CODES = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"]);
const UNREACHED_CODES = new Set(["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL"]);
const CONNECT_TIMEOUT_CODES = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);
const CERTIFICATE = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|UNABLE_TO/;

const codeOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return "";
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (typeof code === "string") return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : "";
};

const isTls = (code: string): boolean =>
  code === "EPROTO" || code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || CERTIFICATE.test(code);

/** undici's messages when it closes a connection because of an unexpected answer, such as a 100 or 101. */
const UNASKED = new Set(["bad response", "bad upgrade"]);

/** An answer that is not valid HTTP, for example because of a wrong chunk size. */
const isProtocolBreach = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  (error instanceof errors.SocketError && UNASKED.has(error.message));

/** Lengths that disagree. In the middle of an answer they only mean that it ended too early. */
const isHeadBreach = (error: unknown): boolean =>
  isProtocolBreach(error) || error instanceof errors.ResponseContentLengthMismatchError;

const DEAD_CONNECTION_CODES = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** The other side closed the connection. It may close a kept connection before it has seen the request. */
export const isDeadConnection = (error: unknown): boolean =>
  DEAD_CONNECTION_CODES.has(codeOf(error)) && !isProtocolBreach(error);

const beforeAnswer = (code: string, peer: HttpPeer): string => {
  if (DNS_CODES.has(code)) return `The ${peer}'s host can't be found (DNS: ${code}).`;
  if (code === "ECONNREFUSED") return `The ${peer} refuses connections.`;
  if (UNREACHED_CODES.has(code)) return `There is no network route to the ${peer} (${code}).`;
  if (isTls(code)) return `The TLS connection to the ${peer} failed (${code}).`;
  return `The connection to the ${peer} broke before an answer began${code === "" ? "" : ` (${code})`}.`;
};

export interface FailureContext {
  /** Scheme, host and port. Never a path or query, which may contain a key. */
  readonly origin: string;
  /** Whether the status line had arrived. */
  readonly answered: boolean;
  /** Whether the request was given to a connection. */
  readonly sent?: boolean;
  readonly peer?: HttpPeer;
}

/**
 * The error for a failure between us and the provider. It has the operating system's message without the address, which
 * only the operator may see.
 */
export const toTransportError = (
  error: unknown,
  { origin, answered, sent = false, peer = "provider" }: FailureContext,
): ProviderError => {
  if (error instanceof ProxyFailure)
    return new ProviderError({ kind: "unreachable", origin: error.origin, message: error.message }, error);
  const code = codeOf(error);
  if (answered ? isProtocolBreach(error) : isHeadBreach(error)) {
    return new ProviderError(
      answered
        ? { kind: "cut", origin, message: `The ${peer}'s answer stopped being valid HTTP.` }
        : { kind: "malformed", origin, message: `The ${peer}'s answer is not valid HTTP.` },
      error,
    );
  }
  if (answered) {
    return new ProviderError(
      {
        kind: "cut",
        origin,
        message: `The connection to the ${peer} broke in the middle of the answer${code === "" ? "" : ` (${code})`}.`,
      },
      error,
    );
  }
  if (CONNECT_TIMEOUT_CODES.has(code)) {
    return new ProviderError(
      { kind: "timeout", phase: "connect", origin, message: `The ${peer} did not accept the connection in time.` },
      error,
    );
  }
  return new ProviderError({ kind: "unreachable", origin, message: beforeAnswer(code, peer), sent }, error);
};
