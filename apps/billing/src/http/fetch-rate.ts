import { get as getPlain, type IncomingMessage, type RequestOptions } from "node:http";
import { get as getSecure } from "node:https";
import { createProxiedAgents, type ProxySettings } from "@cenote/proxies";
import type { FetchRate } from "../pricing/fx-source";

/**
 * Fetches with Node's HTTP client. An answer that is too long or too late is an error.
 * @param proxies Undefined: the source is called directly.
 */
export const createFetchRate = (proxies: ProxySettings | undefined): FetchRate => {
  const agents = proxies === undefined ? undefined : createProxiedAgents(proxies);
  return async ({ url, headers }, { timeoutMs, maxBytes }) => {
    const isSecure = new URL(url).protocol === "https:";
    const response = await answerTo(isSecure ? getSecure : getPlain, url, {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(agents === undefined ? {} : { agent: isSecure ? agents.https : agents.http }),
    });
    try {
      if (response.statusCode !== 200) throw new Error(`the source answered ${response.statusCode ?? "nothing"}`);
      return JSON.parse(await readText(response, maxBytes)) as unknown;
    } finally {
      response.destroy();
    }
  };
};

const answerTo = (get: typeof getPlain, url: string, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, options, resolve).on("error", (error) => {
      reject(options.signal?.aborted === true ? (options.signal.reason as Error) : error);
    });
  });

const readText = async (response: AsyncIterable<Buffer>, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the source's answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};
