import { chatAlone, chatAt64 } from "./scenarios/chat";
import { streamAt32 } from "./scenarios/stream";
import { createWarmUps } from "./warm-ups";

test("each target is warmed up for long once for each kind of call, whichever scenario of the kind comes first", () => {
  const warmUpMs = createWarmUps({ firstWarmUpMs: 12_000, warmUpMs: 2000 });
  expect(warmUpMs(chatAlone, { name: "gateway" })).toBe(12_000);
  expect(warmUpMs(chatAlone, { name: "gateway" })).toBe(2000);
  expect(warmUpMs(chatAt64, { name: "gateway" })).toBe(2000);
  expect(warmUpMs(chatAt64, { name: "gateway, Google" })).toBe(12_000);
  expect(warmUpMs(streamAt32, { name: "gateway" })).toBe(12_000);
});
