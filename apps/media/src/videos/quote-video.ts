import { quoteOf, readContext } from "@cenote/calls";
import type { QuoteVideoRequest, QuoteVideoResponse } from "@cenote/contracts";
import { secondLines } from "./usage-lines";
import type { VideoScope } from "../media-scope";
import { readAskedVideo } from "./asked-video";

/**
 * The price once the video is made. It makes the call's own checks, except limits and balance. Errors:
 * invalid_request_error, model_not_found, overloaded.
 */
export const quoteVideo = async (scope: VideoScope, request: QuoteVideoRequest): Promise<QuoteVideoResponse> => {
  const { model, durationS } = readAskedVideo(scope, readContext(request.context, scope.ids), request.video);
  const expected = { model: model.id, usage: secondLines(durationS), shown: { durationS } };
  return { quote: await quoteOf(scope, { model: model.id, expected }) };
};
