import fc from "fast-check";
import { testCandidate } from "./testing/candidate";
import { type Reply, createRoutingWorld } from "./testing/routing-world";
import { seededRandom } from "@cenote/testkit";

const MINUTE_MS = 60_000;
const OUTAGES: readonly Reply[] = ["server", "unreachable", "timeout", "cut", "malformed"];

/** A provider that is down for one minute, up for the next, and so on, with a call every few seconds. */
test("a flapping provider: every call is answered, and it is used again within 30 s of its return", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 1_000, max: 4_000 }), async (seed, everyMs) => {
      const random = seededRandom(seed);
      const world = createRoutingWorld({ random });
      const [flapping, steady] = [testCandidate("flapping"), testCandidate("steady")];
      const isDown = () => Math.floor(world.clock.monotonicMs() / MINUTE_MS) % 2 === 0;
      let triesWhileDown = 0;
      for (let nextMs = 0; nextMs < 6 * MINUTE_MS; nextMs += everyMs) {
        await world.clock.advance(Math.max(0, nextMs - world.clock.monotonicMs()));
        const down = isDown();
        const sinceReturnMs = world.clock.monotonicMs() % MINUTE_MS;
        world.replies["flapping/m"] = [down ? (OUTAGES[Math.floor(random() * OUTAGES.length)] ?? "server") : "ok"];
        const end = await world.call([flapping, steady]);
        expect(end.answer).toBeDefined();
        if (down) triesWhileDown += end.tries.length - 1;
        else if (sinceReturnMs > 30_000) expect(end.tries).toEqual(["flapping/m ok"]);
      }
      // Down for three minutes in total: five calls to detect it and a few trials, each time.
      expect(triesWhileDown).toBeLessThanOrEqual(3 * 10);
    }),
    { numRuns: 15 },
  );
});
