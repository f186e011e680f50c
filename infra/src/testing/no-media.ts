import type { MediaStores } from "@cenote/media";

/** Empty stores without video jobs or files. */
export const noMedia: MediaStores = {
  jobs: {
    insert: () => Promise.reject(new Error("no job is made here")),
    find: async () => undefined,
    findMany: async () => [],
    update: async () => undefined,
    remove: async () => false,
    list: async () => [],
    due: async () => [],
    follow: () => ({ close: () => {} }),
  },
  unpaid: {
    add: () => Promise.reject(new Error("no file is made here")),
    remove: async () => {},
    putOff: async () => {},
    before: async () => [],
  },
};
