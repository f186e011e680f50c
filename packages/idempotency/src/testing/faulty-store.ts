import type { IdempotencyStore } from "../store";

/** Wraps a store: operations may fail before or after they take effect, or be late. */
export type Interpose = <T>(operation: keyof IdempotencyStore, run: () => Promise<T>) => Promise<T>;

export const createFaultyStore = (store: IdempotencyStore, interpose: Interpose): IdempotencyStore => ({
  insert: (record) => interpose("insert", () => store.insert(record)),
  find: (id) => interpose("find", () => store.find(id)),
  update: (id, tag, changes) => interpose("update", () => store.update(id, tag, changes)),
  remove: (id, tag) => interpose("remove", () => store.remove(id, tag)),
});

/** Makes the next operations of that name fail: before the write, or with its answer lost. */
export const createFaults = () => {
  let attempts = 0;
  const planned: { operation: keyof IdempotencyStore; when: "before" | "after" }[] = [];
  const interpose: Interpose = async (operation, run) => {
    attempts += 1;
    const index = planned.findIndex((fault) => fault.operation === operation);
    if (index === -1) return run();
    const [fault] = planned.splice(index, 1);
    if (fault?.when === "after") await run();
    throw new Error(`${operation} failed ${fault?.when ?? ""}`);
  };
  return {
    interpose,
    plan(operation: keyof IdempotencyStore, when: "before" | "after", times = 1) {
      for (let time = 0; time < times; time++) planned.push({ operation, when });
    },
    /** Operations so far. */
    get attempts() {
      return attempts;
    },
    clear() {
      planned.length = 0;
    },
  };
};
