import type { CreateImagesResponse } from "@cenote/contracts";
import { costMembers } from "../cost-json";

/** Images are paid by the piece. Where there is a `usage`, the typed clients of OpenAI (Java's, Rust's) refuse the whole answer without these. */
const NO_TOKENS = `"input_tokens":0,"output_tokens":0,"total_tokens":0,"input_tokens_details":{"text_tokens":0,"image_tokens":0}`;

/** Images as the JSON of the contract, with the reason if some are missing. Pure. */
export const toImagesAnswer = (requestId: string, { created, model, images, usage, failed, failure }: CreateImagesResponse): string => {
  if (created === undefined || usage === undefined) throw new Error("images without usage");
  const partial = failed === 0 ? "" : `,"failed":${JSON.stringify({ count: failed, message: failure })}`;
  return (
    `{"id":"${requestId}","object":"list","created":${Math.floor(created.getTime() / 1000)},"model":${JSON.stringify(model)}` +
    `,"data":${JSON.stringify(images.map(({ url }) => ({ url })))}` +
    `,"usage":{"images":${usage.images},${NO_TOKENS},${costMembers(usage.costUsd, usage.costNanoMxn)}}${partial}}`
  );
};
