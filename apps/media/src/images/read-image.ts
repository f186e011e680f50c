import { readContext } from "@cenote/calls";
import type { ReadImageRequest, ReadImageResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import type { ImageScope } from "../media-scope";
import { ownKeyOf } from "../storage/storage";

/** The bytes of a stored image of the caller's organization. Errors: not_found, overloaded. */
export async function* readImage(
  { storage, ids, log }: Pick<ImageScope, "storage" | "ids" | "log">,
  { context, url }: ReadImageRequest,
): AsyncGenerator<ReadImageResponse> {
  const { organizationId, requestId } = readContext(context, ids);
  const key = ownKeyOf("image", url, organizationId);
  if (key === undefined) throw new CenoteError("not_found");
  try {
    for await (const bytes of storage.read(key)) yield { bytes };
  } catch (error) {
    if (error instanceof CenoteError) throw error;
    log.warn({ requestId, error }, "an image could not be read");
    throw new CenoteError("overloaded", "The storage of media gives no files. Retry shortly.", { cause: error });
  }
}
