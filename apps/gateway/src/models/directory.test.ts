import { createManualClock } from "@cenote/testkit";
import { sampleModels, samplePrices } from "../testing/samples";
import { createModelDirectory } from "./directory";

const MAX_AGE_MS = 1000;

const directoryOver = (listModels: () => Promise<{ models: typeof sampleModels; simulated: boolean }>) => {
  const clock = createManualClock();
  const listPrices = () => Promise.resolve({ prices: samplePrices });
  return {
    clock,
    directory: createModelDirectory({
      inference: { listModels },
      billing: { listPrices },
      clock,
      maxAgeMs: MAX_AGE_MS,
    }),
  };
};

describe("createModelDirectory", () => {
  it("makes one request for concurrent callers, and another when its answer is stale", async () => {
    let asked = 0;
    const { clock, directory } = directoryOver(() => {
      asked++;
      return Promise.resolve({ models: sampleModels, simulated: false });
    });
    await Promise.all([directory.list(), directory.list()]);
    await clock.advance(MAX_AGE_MS - 1);
    await directory.list();
    expect(asked).toBe(1);
    await clock.advance(1);
    await directory.list();
    expect(asked).toBe(2);
  });

  it("does not cache a failure", async () => {
    let isDown = true;
    const { directory } = directoryOver(() =>
      isDown ? Promise.reject(new Error("down")) : Promise.resolve({ models: sampleModels, simulated: false }),
    );
    await expect(directory.list()).rejects.toThrow("down");
    isDown = false;
    expect((await directory.list()).models).toHaveLength(3);
  });

  it("joins prices by model", async () => {
    const { directory } = directoryOver(() => Promise.resolve({ models: sampleModels, simulated: false }));
    const list = await directory.list();
    expect(list.find("google/veo")?.prices).toMatchObject([{ usd: "0.42", mxn: "8.4" }]);
    expect(list.find("google/other")).toBeUndefined();
  });
});
