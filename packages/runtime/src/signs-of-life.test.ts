import { createManualClock } from "@cenote/testkit";
import { giveSignsOfLife, type TellParent } from "./signs-of-life";

test("a parent hears at once, and then every two seconds, that a process is alive", async () => {
  const clock = createManualClock();
  const tell = jest.fn<unknown, Parameters<TellParent>>();
  giveSignsOfLife(tell, clock);
  expect(tell).toHaveBeenCalledTimes(1);
  await clock.advance(10_000);
  expect(tell).toHaveBeenCalledTimes(6);
  expect(tell.mock.lastCall?.[0]).toEqual({ alive: true });
});
