import { durationsOf } from "./durations";

describe("durationsOf", () => {
  it.each([
    [{ durations: [4, 6, 8], maxDuration: 8, defaultDuration: 8 }, [4, 6]],
    [{ durations: [], maxDuration: 3, defaultDuration: 2 }, [1, 3]],
    [{ durations: [], maxDuration: null, defaultDuration: null }, []],
    [undefined, []],
  ])("offers for %j, besides the default, %j", (model, lengths) => {
    expect(durationsOf(model)).toEqual(lengths);
  });
});
