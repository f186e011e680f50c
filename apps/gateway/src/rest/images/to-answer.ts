import type { CreateImagesResponse } from "@cenote/contracts";
import { costMembers } from "../cost-json";

/** Images as the JSON of the contract, with the reason if some are missing. Pure. */
export const toImagesAnswer = (requestId: string, { created, model, images, usage, failed, failure }: CreateImagesResponse): string => {
  if (created === undefined || usage === undefined) throw new Error("images without usage");
  const partial = failed === 0 ? "" : `,"failed":${JSON.stringify({ count: failed, message: failure })}`;
  return (
    `{"id":"${requestId}","object":"list","created":${Math.floor(created.getTime() / 1000)},"model":${JSON.stringify(model)}` +
    `,"data":${JSON.stringify(images.map(({ url }) => ({ url })))}` +
    `,"usage":{"images":${usage.images},${costMembers(usage.costUsd, usage.costNanoMxn)}}${partial}}`
  );
};
