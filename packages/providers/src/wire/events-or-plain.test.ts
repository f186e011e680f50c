import { EventsOrPlain } from "./events-or-plain";

const MIB = 1024 * 1024;

test("a stream that does not end is broken off after 256 MiB, however small its events are", () => {
  let events = 0;
  const body = new EventsOrPlain(() => {
    events += 1;
  });
  const read = Buffer.from(`: ${"x".repeat(MIB - 12)}\ndata: a\n\n`);
  expect(read).toHaveLength(MIB);
  for (let reads = 0; reads < 256; reads++) body.push(read);
  expect(events).toBe(256);
  expect(() => {
    body.push(Buffer.from("\n"));
  }).toThrow(expect.objectContaining({ kind: "malformed" }));
});
