import { durationsOf } from "./durations";

describe("lengths of a video to choose from", () => {
  it.each([
    [{ durations: [4, 6, 8], maxDuration: 8, defaultDuration: 8 }, [4, 6]],
    [{ durations: [], maxDuration: 3, defaultDuration: 2 }, [1, 3]],
    [{ durations: [], maxDuration: null, defaultDuration: null }, []],
    [undefined, []],
  ])("of %j are %j besides its own", (model, lengths) => {
    expect(durationsOf(model)).toEqual(lengths);
  });
});
