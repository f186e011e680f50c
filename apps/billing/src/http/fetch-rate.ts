import type { FetchRate } from "../pricing/fx-source";

/** Over the platform's own HTTP client. An answer longer than the limit, or not in time, is an error. */
export const fetchRateOverHttp: FetchRate = async ({ url, headers }, { timeoutMs, maxBytes }) => {
  const response = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the source answered ${response.status}`);
  }
  return JSON.parse(await readText(response, maxBytes)) as unknown;
};

const readText = async (response: Response, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the source's answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};
