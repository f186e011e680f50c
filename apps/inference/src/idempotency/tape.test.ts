import { CenoteError } from "@cenote/core";
import { heldBytes } from "@cenote/testkit";
import { decodeKeptAnswer, encodeKeptAnswer } from "./kept-answer";
import { createTape } from "./tape";

const message = (number: number): Uint8Array => new Uint8Array([number & 0xff, number >> 8]);

test("a stream of many messages is replayed message by message, with the error that ended it", () => {
  const tape = createTape(10_000);
  const messages = Array.from({ length: 1_000 }, (_, number) => message(number));
  for (const one of messages) tape.add(one);
  const kept = decodeKeptAnswer(
    encodeKeptAnswer({ frames: tape.frames() ?? [], error: new CenoteError("provider_unavailable", "cut") }),
  );
  expect(kept.messages.map((bytes) => [...bytes])).toEqual(messages.map((bytes) => [...bytes]));
  expect(kept.error).toMatchObject({ code: "provider_unavailable", message: "cut" });
});

test("a stream that is too long is kept not at all", () => {
  const tape = createTape(3);
  tape.add(message(1));
  expect(tape.frames()).toHaveLength(1);
  tape.add(message(2));
  expect(tape.frames()).toBeUndefined();
  tape.add(message(3));
  expect(tape.frames()).toBeUndefined();
});

test("messages of two bytes take little more than themselves, so that a hostile stream can't fill the memory", () => {
  const tape = createTape(1_000_000);
  const before = heldBytes();
  for (let number = 0; number < 200_000; number++) tape.add(message(number & 0xffff));
  expect(heldBytes() - before).toBeLessThan(6_000_000);
  expect(tape.frames()).toBeDefined();
});
