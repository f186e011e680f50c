import type { VideoRequest } from "@cenote/contracts";
import { bytesOfDataUrl } from "../bytes-of-data-url";
import type { VideoBody } from "./body";

/** The body as a request to media. Pure. Errors: those of bytesOfDataUrl. */
export const toVideoRequest = ({
  model,
  prompt,
  duration,
  input_reference: image,
  ...body
}: VideoBody): VideoRequest => ({
  model,
  prompt,
  durationS: duration ?? undefined,
  aspectRatio: body.aspect_ratio ?? undefined,
  callbackUrl: body.callback_url ?? undefined,
  firstFrame: image ? bytesOfDataUrl(image.image_url, "input_reference.image_url") : undefined,
});
