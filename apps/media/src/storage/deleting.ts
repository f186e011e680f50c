import { CenoteError, type Log } from "@cenote/core";

/** Wraps a delete in the storage. Errors: not_found if the storage says so; overloaded if it fails. */
export const deleting = async (
  { requestId, log }: { readonly requestId: string; readonly log: Log },
  remove: () => Promise<void>,
): Promise<void> => {
  try {
    await remove();
  } catch (error) {
    if (error instanceof CenoteError) throw error;
    log.warn({ requestId, error }, "a stored file could not be deleted");
    throw new CenoteError("overloaded", "The storage of media deletes no files. Retry shortly.", { cause: error });
  }
};
