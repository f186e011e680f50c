import { ProviderError } from "../provider-error";
import { createBodyStream } from "./body-stream";

const open = () => {
  const told: string[] = [];
  const stream = createBodyStream({
    maxBytes: 1024 * 1024,
    tooLarge: new ProviderError({ kind: "rejected", message: "too large" }),
    source: {
      pause: () => told.push("pause"),
      resume: () => told.push("resume"),
      abort: () => told.push("abort"),
    },
  });
  return { stream, told, reader: stream.body[Symbol.asyncIterator]() };
};

test("what is ahead of its reader is read as one, however many pieces it came in", async () => {
  const { stream, told, reader } = open();
  for (let at = 0; at < 256 * 1024; at++) stream.push(Buffer.from([at % 251]));
  expect(told).toEqual([]);
  stream.push(Buffer.from("b"));
  expect(told).toEqual(["pause"]);
  stream.end();
  const { value } = (await reader.next()) as { readonly value: Buffer };
  expect(told).toEqual(["pause", "resume"]);
  expect(value).toHaveLength(256 * 1024 + 1);
  expect([value[0], value[251], value[250], value.at(-1)]).toEqual([0, 0, 250, "b".charCodeAt(0)]);
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

test("a waiting reader gets what comes, and an error after all that came before it", async () => {
  const { stream, reader } = open();
  const first = reader.next();
  stream.push(Buffer.from("a"));
  expect(await first).toEqual({ done: false, value: Buffer.from("a") });
  stream.push(Buffer.from("b"));
  stream.fail(new ProviderError({ kind: "cut", message: "cut" }));
  expect(await reader.next()).toEqual({ done: false, value: Buffer.from("b") });
  await expect(reader.next()).rejects.toMatchObject({ kind: "cut" });
});

test("a reader who leaves ends the source, and forgets what is ahead", async () => {
  const { stream, told, reader } = open();
  stream.push(Buffer.from("a"));
  await reader.return?.();
  expect(told).toEqual(["abort"]);
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});
