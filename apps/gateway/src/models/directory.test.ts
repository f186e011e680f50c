import { UsageUnit } from "@cenote/contracts";
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

  it("has no price of images to edit for a model that can't be asked to edit any now", async () => {
    const image = { created: 0n, type: "image", capabilities: [], zdr: false, durationsS: [], sizes: [] };
    const line = (unit: UsageUnit) => ({ unit, variant: "", per: 1n, usd: "0.01", mxn: "0.2" });
    const lines = [line(UsageUnit.USAGE_UNIT_IMAGE), line(UsageUnit.USAGE_UNIT_INPUT_IMAGE)];
    const models = [
      { ...image, id: "a/editor", maxInputImages: 16 },
      { ...image, id: "a/maker" },
    ];
    const directory = createModelDirectory({
      inference: { listModels: async () => ({ models, simulated: false }) },
      billing: { listPrices: async () => ({ prices: models.map(({ id }) => ({ model: id, lines })) }) },
      clock: createManualClock(),
      maxAgeMs: MAX_AGE_MS,
    });
    const list = await directory.list();
    expect(list.models.map(({ prices }) => prices)).toEqual([lines, lines.slice(0, 1)]);
  });

  it("joins prices by model", async () => {
    const { directory } = directoryOver(() => Promise.resolve({ models: sampleModels, simulated: false }));
    const list = await directory.list();
    expect(list.find("google/veo")?.prices).toMatchObject([{ usd: "0.42", mxn: "8.4" }]);
    expect(list.find("google/other")).toBeUndefined();
  });
});
