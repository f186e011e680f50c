import type { VideoRequest } from "@cenote/contracts";
import type { VideoBody } from "./body";

/** The body as media takes it. Pure. */
export const toVideoRequest = ({ model, prompt, duration, ...body }: VideoBody): VideoRequest => ({
  model,
  prompt,
  durationS: duration ?? undefined,
  aspectRatio: body.aspect_ratio ?? undefined,
  callbackUrl: body.callback_url ?? undefined,
});
