import type { MediaStores } from "@cenote/media";

/** There are no video jobs, and none are made. */
export const noJobs: MediaStores["jobs"] = {
  insert: () => Promise.reject(new Error("no job is made here")),
  find: async () => undefined,
  findMany: async () => [],
  update: async () => undefined,
  remove: async () => false,
  list: async () => [],
  due: async () => [],
};
