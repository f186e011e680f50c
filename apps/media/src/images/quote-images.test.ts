import { createHarness, imagesRequest } from "../testing/harness";
import { PNG } from "../testing/fake-provider";
import { createImages } from "./create-images";
import { quoteImages } from "./quote-images";

test("the quote of images is what they are charged then, and holds nothing", async () => {
  const harness = createHarness();
  const request = imagesRequest({ model: "test/quality", n: 2, quality: "hd" });
  const { quote } = await quoteImages(harness.scope, request);
  expect([harness.billing.admitted, harness.provider.imageCalls]).toEqual([[], []]);
  const { usage } = await createImages(harness.scope, request, { leaving: new AbortController().signal });
  const cost = { model: "test/quality", images: 2, costUsd: usage?.costUsd, costNanoMxn: usage?.costNanoMxn };
  expect(quote).toEqual({ model: "test/quality", exact: true, mxnPerUsd: "20", expected: cost, maximum: cost });
});

test("the quote of edits is what they are charged then, the images given among it", async () => {
  const harness = createHarness();
  const inputs = [PNG];
  const request = imagesRequest({ model: "test/edit", n: 2, inputs });
  const { quote } = await quoteImages(harness.scope, request);
  const { usage } = await createImages(harness.scope, request, { leaving: new AbortController().signal });
  expect(quote?.expected).toMatchObject({ images: 2, costUsd: "0.4", costNanoMxn: 4n });
  expect(usage).toMatchObject({ images: 2, costUsd: "0.4", costNanoMxn: 4n });
});

test.each([
  [{ inputs: [PNG] }, { param: "image" }],
  [{ n: 9 }, { param: "n" }],
  [{ prompt: "" }, { param: "prompt" }],
  [{ model: "test/none" }, { code: "model_not_found" }],
])("is refused as the call would be: %j", async (changes, error) => {
  await expect(quoteImages(createHarness().scope, imagesRequest(changes))).rejects.toMatchObject(error);
});
