import fc from "fast-check";
import { createTimestamp } from "./timestamp";

test("the time of a log line is its millisecond in ISO format, whatever came before", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 4e12 }), { minLength: 1, maxLength: 5 }), (times) => {
      let ms = 0;
      const timestamp = createTimestamp(() => ms);
      for (const time of times) {
        for (ms of [time, time + 1, time + 999, time])
          expect(timestamp()).toBe(`,"time":"${new Date(ms).toISOString()}"`);
      }
    }),
  );
});
