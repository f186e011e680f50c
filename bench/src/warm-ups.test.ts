import { chatAlone, chatAt64 } from "./scenarios/chat";
import { streamAt32 } from "./scenarios/stream";
import { createWarmUps } from "./warm-ups";

test("each process gets one long warm-up per kind of call, whichever scenario of that kind comes first", () => {
  const warmUpMs = createWarmUps({ firstWarmUpMs: 12_000, warmUpMs: 2000 });
  const [proxy, gateway] = [{ port: 8001 }, { port: 8002 }];
  expect(warmUpMs(chatAlone, gateway)).toBe(12_000);
  expect(warmUpMs(chatAlone, gateway)).toBe(2000);
  expect(warmUpMs(chatAt64, gateway)).toBe(2000);
  expect(warmUpMs(chatAt64, proxy)).toBe(12_000);
  expect(warmUpMs(streamAt32, gateway)).toBe(12_000);
});
