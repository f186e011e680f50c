import { createEventSource } from "./event-source";

test("gives the events of each read one by one, and closes at the end", async () => {
  const reads = [["a", "b"], [], ["c"]];
  const close = jest.fn();
  const source = createEventSource({ read: () => Promise.resolve(reads.shift()), close });
  const events: string[] = [];
  for await (const event of source) events.push(event);
  expect(events).toEqual(["a", "b", "c"]);
  expect(close).toHaveBeenCalledTimes(1);
  expect(await source.next()).toEqual({ done: true, value: undefined });
});

test("gives nothing more once its reader has left", async () => {
  const close = jest.fn();
  const source = createEventSource({ read: () => Promise.resolve(["a", "b"]), close });
  expect(await source.next()).toEqual({ done: false, value: "a" });
  await source.return?.();
  expect(await source.next()).toEqual({ done: true, value: undefined });
  expect(close).toHaveBeenCalledTimes(1);
});

test("gives however many events come at once: to move all others for each that is taken would take minutes", async () => {
  const reads = [Array.from({ length: 1_000_000 }, (_, at) => at)];
  const source = createEventSource({ read: () => Promise.resolve(reads.shift()), close: () => {} });
  let last = -1;
  for await (const event of source) last = event;
  expect(last).toBe(999_999);
});
