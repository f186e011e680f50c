import type { IncomingMessage } from "node:http";
import { type LoopbackServer, serveOnLoopback } from "./loopback";

/** A provider that echoes the key it was called with, in every possible way. */
export interface HostileProvider extends LoopbackServer {
  /** Keys it was called with. */
  readonly seen: ReadonlySet<string>;
}

interface Tale {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const error = (message: string, status = 401, rest: object = {}): Tale => ({
  status,
  body: JSON.stringify({ error: { message, type: "invalid_request_error", ...rest } }),
});
const events = (...texts: readonly string[]): Tale => ({
  status: 200,
  type: "text/event-stream",
  body: texts.map((text) => `data: ${text}\n\n`).join(""),
});
const chunk = (content: string) =>
  JSON.stringify({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  });

/** Responses by the name of the upstream model. */
export const TALES: Readonly<Record<string, (key: string) => Tale>> = {
  whole: (key) => error(`Incorrect API key provided: ${key}. You can find your API key elsewhere.`),
  masked: (key) =>
    error(`Incorrect API key provided: ${key.slice(0, 8)}${"*".repeat(key.length - 12)}${key.slice(-4)}.`),
  beginning: (key) => error(`Key ${key.slice(0, 24)}... is not active.`),
  ending: (key) => error(`Key ...${key.slice(-16)} is not active.`),
  middle: (key) => error(`Key ...${key.slice(12, -6)}... is not active.`),
  encoded: (key) => error(`Not found: https://api.example.com/v1/models?key=${encodeURIComponent(key)}&alt=sse`, 404),
  url: (key) => error(`Not found: https://api.example.com/v1/models?key=${key}&alt=sse`, 404),
  lines: (key) => error(`authorization: Bearer ${key}\nx-goog-api-key: ${key}\n`, 400),
  json_text: (key) => error(JSON.stringify({ headers: { authorization: `Bearer ${key}` } }), 400),
  html: (key) => ({
    status: 502,
    type: "text/html",
    body: `<html><head><title>502 ${key}</title></head><body>key=${key}</body></html>`,
  }),
  plain: (key) => ({ status: 500, type: "text/plain", body: `unhandled: ${key}` }),
  detail: (key) => ({
    status: 422,
    body: JSON.stringify({ detail: [{ loc: ["header", key], msg: `${key} is wrong`, type: "value_error" }] }),
  }),
  code: (key) => error("", 403, { code: key, param: key, type: key }),
  header: (key) => ({
    ...error("Slow down.", 429),
    headers: { "retry-after": key, "www-authenticate": `Bearer ${key}`, "x-request-id": key },
  }),
  redirect: (key) => ({ status: 307, headers: { location: `https://api.example.com/?key=${key}` }, body: "" }),
  error_200: (key) => error(`Incorrect API key provided: ${key}.`, 200),
  not_json: (key) => ({ status: 200, body: `{"choices": ${key}` }),
  other_json: (key) => ({ status: 200, body: JSON.stringify({ message: key, [key]: key }) }),
  error_event: (key) => events(chunk("Half "), JSON.stringify({ error: { message: `Revoked: ${key}`, code: key } })),
  bad_event: (key) => events(chunk("Half "), `{"error": ${key}`, chunk("whole.")),
};

const keyOf = ({ headers, url = "" }: IncomingMessage): string => {
  const given =
    headers.authorization ??
    headers["x-api-key"] ??
    headers["x-goog-api-key"] ??
    new URL(url, "http://localhost").searchParams.get("key") ??
    "none";
  return String(given).replace(/^(Bearer|Key) /, "");
};

export const startHostileProvider = async (): Promise<HostileProvider> => {
  const seen = new Set<string>();
  const server = await serveOnLoopback((request, bytes, response) => {
    const body = bytes.toString();
    const key = keyOf(request);
    seen.add(key);
    const name = Object.keys(TALES).find((tale) => `${body} ${request.url ?? ""}`.includes(`tale-${tale}.`)) ?? "whole";
    if (body.includes("tale-reset.")) {
      request.socket.destroy();
      return;
    }
    if (body.includes("tale-hang.")) return;
    const { status, type = "application/json", headers = {}, body: text } = TALES[name]?.(key) ?? error("no tale", 500);
    response.writeHead(status, { "content-type": type, ...headers }).end(text);
  });
  return { ...server, seen };
};
