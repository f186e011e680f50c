import { createHarness, videoRequest } from "../testing/harness";
import { createVideo } from "./create-video";
import { quoteVideo } from "./quote-video";

test("the quote of a video equals its hold, for the length that will be made", async () => {
  const harness = createHarness();
  const { quote } = await quoteVideo(harness.scope, videoRequest({ durationS: 7 }));
  expect([harness.billing.admitted, harness.provider.videos]).toEqual([[], []]);
  const cost = { model: "test/video", durationS: 5, costUsd: "0.5", costNanoMxn: 5n };
  expect(quote).toEqual({ model: "test/video", exact: true, mxnPerUsd: "20", expected: cost, maximum: cost });
  await createVideo(harness.scope, videoRequest({ durationS: 7 }));
  expect([...harness.billing.holds.values()]).toEqual([cost.costNanoMxn]);
});

test.each([
  [{ durationS: 0 }, { param: "duration" }],
  [{ aspectRatio: "wide" }, { param: "aspect_ratio" }],
  [{ model: "test/none" }, { code: "model_not_found" }],
])("is refused as the call would be: %j", async (changes, error) => {
  await expect(quoteVideo(createHarness().scope, videoRequest(changes))).rejects.toMatchObject(error);
});
