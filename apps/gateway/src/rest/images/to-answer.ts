import type { CreateImagesResponse } from "@cenote/contracts";
import { costMembers } from "../cost-json";

/**
 * Images are charged by number, not by tokens. OpenAI's typed clients (Java, Rust) refuse the whole answer if `usage`
 * lacks these members.
 */
const NO_TOKENS = `"input_tokens":0,"output_tokens":0,"total_tokens":0,"input_tokens_details":{"text_tokens":0,"image_tokens":0}`;

/** The JSON before and after the images, with the reason if some are missing. */
const frameOf = (
  requestId: string,
  { created, model, usage, failed, failure }: CreateImagesResponse,
): readonly [string, string] => {
  if (created === undefined || usage === undefined) throw new Error("images without usage");
  const partial = failed === 0 ? "" : `,"failed":${JSON.stringify({ count: failed, message: failure })}`;
  return [
    `{"id":"${requestId}","object":"list","created":${Math.floor(created.getTime() / 1000)},"model":${JSON.stringify(model)},"data":[`,
    `],"usage":{"images":${usage.images},${NO_TOKENS},${costMembers(usage.costUsd, usage.costNanoMxn)}}${partial}}`,
  ];
};

/** Images as the documented JSON. Pure. */
export const toImagesAnswer = (requestId: string, answer: CreateImagesResponse): string => {
  const [before, after] = frameOf(requestId, answer);
  return `${before}${answer.images.map(({ url }) => JSON.stringify({ url })).join(",")}${after}`;
};

/**
 * The same with the bytes of each image that could be read. One piece is one image; only one is in memory at a time.
 */
export async function* toImagesPieces(
  requestId: string,
  answer: CreateImagesResponse,
  base64Of: (url: string) => Promise<string | undefined>,
): AsyncGenerator<string, void, undefined> {
  const [before, after] = frameOf(requestId, answer);
  yield before;
  for (const [index, { url }] of answer.images.entries()) {
    const base64 = await base64Of(url);
    yield `${index === 0 ? "" : ","}{"url":${JSON.stringify(url)}${base64 === undefined ? "" : `,"b64_json":"${base64}"`}}`;
  }
  yield after;
}
