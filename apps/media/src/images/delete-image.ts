import { readContext } from "@cenote/calls";
import type { DeleteImageRequest, DeleteImageResponse } from "@cenote/contracts";
import { CenoteError, invalidField } from "@cenote/core";
import type { ImageScope } from "../media-scope";
import { deleting } from "../storage/deleting";
import { ownKeyOf } from "../storage/storage";
import { tokenOf } from "../token-of";

/**
 * Deletes a stored image of the caller's organization. A client token can't delete images: a stored image does not
 * record which token it was made with, and its address is public. Errors: not_found, overloaded; invalid_request_error
 * for a video.
 */
export const deleteImage = async (
  { storage, ids, log }: Pick<ImageScope, "storage" | "ids" | "log">,
  { context, url }: DeleteImageRequest,
): Promise<DeleteImageResponse> => {
  const caller = readContext(context, ids);
  const { organizationId, requestId } = caller;
  if (ownKeyOf("video", url, organizationId) !== undefined)
    throw invalidField("url", "a video is deleted with its job, by `DELETE /v1/videos/{job_id}` or `deleteVideo`.");
  const key = ownKeyOf("image", url, organizationId);
  if (key === undefined || tokenOf(caller) !== undefined) throw new CenoteError("not_found");
  await deleting({ requestId, log }, () => storage.remove(key));
  log.info({ requestId, organizationId }, "an image is deleted");
  return {};
};
