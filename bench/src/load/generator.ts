/** The load generator, in its own process, so that its work does not count for the target. */
import { createClosedLoop } from "./closed-loop";
import { createHeldStreams } from "./held-streams";
import type { FromGenerator, HoldOrder, LoadOrder, ToGenerator } from "./protocol";

const tell = (message: FromGenerator): void => {
  process.send?.(message);
};

const go = Promise.withResolvers<void>();

const load = async (order: LoadOrder): Promise<void> => {
  const loop = createClosedLoop(order);
  await loop.warmUp();
  tell({ type: "warm" });
  await go.promise;
  tell({
    type: "result",
    result: await loop.measure(() => {
      tell({ type: "over" });
    }),
  });
  process.disconnect();
  process.exit(0);
};

const hold = async (order: HoldOrder): Promise<void> => {
  const streams = createHeldStreams(order);
  tell({ type: "held", ...(await streams.open()) });
  await go.promise;
  streams.letGo();
  process.disconnect();
};

process.on("message", (message: ToGenerator) => {
  const failed = (error: unknown) => {
    tell({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  };
  if (message.type === "load") load(message.order).catch(failed);
  else if (message.type === "hold") hold(message.order).catch(failed);
  else go.resolve();
});
// The parent process is gone, so there is nothing left to do.
process.on("disconnect", () => process.exit(0));
