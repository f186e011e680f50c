import { ProviderError } from "../provider-error";
import type { WireRequest } from "../target";

const refused = (what: string): ProviderError =>
  new ProviderError({
    kind: "rejected",
    message: `The provider's package makes a request with ${what}, which is not sent.`,
  });

const METHODS: ReadonlySet<string> = new Set<WireRequest["method"]>(["GET", "POST", "PUT"]);

const isMethod = (method: string): method is WireRequest["method"] => METHODS.has(method);

const textOf = (body: NonNullable<RequestInit["body"]>): string => {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  throw refused("a body that is no text");
};

/** Converts the arguments of `fetch`. Throws ProviderError if they use more than providers of text need. */
export const toWireRequest = (input: string | URL | Request, init: RequestInit = {}): WireRequest => {
  if (input instanceof Request) throw refused("a Request of its own");
  const method = (init.method ?? "GET").toUpperCase();
  if (!isMethod(method)) throw refused(`the method ${method}`);
  const headers = new Headers(init.headers);
  const body = init.body === undefined || init.body === null ? undefined : textOf(init.body);
  if (init.body instanceof URLSearchParams && !headers.has("content-type"))
    headers.set("content-type", "application/x-www-form-urlencoded");
  headers.set("accept-encoding", "identity");
  return { method, url: String(input), headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) };
};
