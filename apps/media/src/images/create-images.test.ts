import { UsageUnit } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { type Harness, createHarness, imagesRequest } from "../testing/harness";
import { PNG } from "../testing/fake-provider";
import { createImages } from "./create-images";
import { IMAGE_LIMITS } from "./image-limits";

let harness: Harness;
beforeEach(() => {
  harness = createHarness();
});

const make = (...request: Parameters<typeof imagesRequest>) =>
  createImages(harness.scope, imagesRequest(...request), { leaving: new AbortController().signal });

const bytes = () => ({ kind: "bytes" as const, bytes: PNG, contentType: "image/png" });
const refusal = new ProviderError({ kind: "content_policy", message: "Their filter." });

test("the images of one call are stored under one random id, and returned with the cost of each", async () => {
  const response = await make({ n: 3 });
  expect(response).toMatchObject({
    created: new Date(harness.clock.nowMs()),
    model: "test/image",
    failed: 0,
    failure: "",
    usage: { images: 3, costUsd: "0.3", costNanoMxn: 3n },
    info: { attempts: 3, rateLimits: { requestsLimit: 600 } },
  });
  expect(response.images).toEqual(
    harness.saver.saved.map((url) => ({ url, contentType: "image/png", costUsd: "0.1", costNanoMxn: 1n })),
  );
  const ids = response.images.map(({ url }) => url.split("/").slice(4, 6).join("/"));
  expect(new Set(ids).size).toBe(1);
  expect(response.images.map(({ url }) => url.split("/").at(-1))).toEqual(["1.png", "2.png", "3.png"]);
});

test("the exact price is held, then charged, by its row of the price table", async () => {
  await make({ model: "test/quality", n: 2, quality: "hd" });
  expect(harness.billing.admitted[0]?.estimate).toEqual([{ unit: 5, quantity: 2n, variant: "1024x1024/hd" }]);
  expect([...harness.billing.settled.values()]).toMatchObject([
    {
      model: "test/quality",
      usage: [{ unit: 5, quantity: 2n, variant: "1024x1024/hd" }],
      requiresHold: true,
      record: { kind: "image", outcome: "ok" },
    },
  ]);
  expect(harness.billing.holds.size).toBe(0);
  expect(harness.provider.imageCalls[0]?.call).toMatchObject({ size: "1024x1024", quality: "hd" });
});

test("images are requested in batches of the provider's maximum", async () => {
  harness.provider.maxImagesPerCall = 3;
  expect((await make({ n: 8 })).images).toHaveLength(8);
  expect(harness.provider.imageCalls.map(({ call }) => call.count)).toEqual([3, 3, 2]);
});

test("all calls run concurrently, however few images one of them makes", async () => {
  const gates: { resolve: () => void }[] = [];
  harness.provider.onImages = async () => {
    const gate = deferred();
    gates.push({
      resolve: () => {
        gate.resolve();
      },
    });
    await gate.promise;
    return { images: [bytes()] };
  };
  const answer = make({ n: 8 });
  await harness.clock.advance(0);
  expect(gates).toHaveLength(8);
  while (gates.length > 0) {
    gates.shift()?.resolve();
    await harness.clock.advance(0);
  }
  expect((await answer).images).toHaveLength(8);
});

describe("images made of others", () => {
  const inputs = ["a", "b"].map((text) => Buffer.concat([PNG, Buffer.from(text)]));
  const given = inputs.map((bytes) => ({ bytes, contentType: "image/png" }));
  const EDIT = { model: "test/edit", inputs };
  const lines = (images: bigint) => [
    { unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: images, variant: "" },
    { unit: UsageUnit.USAGE_UNIT_INPUT_IMAGE, quantity: images * 2n, variant: "" },
  ];

  test("are made one a call, each with all of them, and each costs the same", async () => {
    harness.provider.maxImagesPerCall = 8;
    const mask = PNG;
    const { images, usage } = await make({ ...EDIT, n: 3, mask });
    expect(harness.provider.imageCalls.map(({ call }) => call)).toEqual(
      Array.from({ length: 3 }, () => ({
        prompt: "a cenote at noon",
        count: 1,
        inputs: given,
        mask: { bytes: PNG, contentType: "image/png" },
      })),
    );
    // The same object, so the client holds one copy of its images.
    expect(new Set(harness.provider.imageCalls.map(({ call }) => call)).size).toBe(1);
    expect(harness.billing.admitted[0]?.estimate).toEqual(lines(3n));
    expect([...harness.billing.settled.values()]).toMatchObject([{ usage: lines(3n) }]);
    expect(images.map(({ costUsd, costNanoMxn }) => [costUsd, costNanoMxn])).toEqual([
      ["0.3", 3n],
      ["0.3", 3n],
      ["0.3", 3n],
    ]);
    expect(usage).toEqual({ images: 3, costUsd: "0.9", costNanoMxn: 9n });
  });

  test("are charged if they were made, and so are the images they were made from", async () => {
    let calls = 0;
    harness.provider.onImages = () => {
      calls += 1;
      if (calls === 1) throw refusal;
      return { images: [bytes()] };
    };
    expect(await make({ ...EDIT, n: 2 })).toMatchObject({ images: [{}], failed: 1, usage: { costNanoMxn: 3n } });
    expect([...harness.billing.settled.values()]).toMatchObject([{ usage: lines(1n) }]);
    expect([harness.billing.holds.size, harness.billing.balance]).toEqual([0, 997n]);
  });

  test("go only to routes that accept them, whose failure is reported", async () => {
    const askedOf = async (more: object) => {
      harness.provider.imageCalls.length = 0;
      await expect(make({ ...EDIT, model: "test/edit-two-routes", ...more })).rejects.toMatchObject({
        code: "provider_unavailable",
        message: "No such key.",
      });
      return harness.provider.imageCalls.map(({ target }) => target.provider);
    };
    harness.provider.onImages = () => {
      throw new ProviderError({ kind: "unexplained", message: "No such key." });
    };
    harness.provider.edits = ({ provider }) => (provider === "two" ? { mask: true } : undefined);
    expect(await askedOf({})).toEqual(["two"]);
    harness.provider.edits = ({ provider }) => ({ mask: provider === "two" });
    expect(await askedOf({ mask: PNG })).toEqual(["two"]);
    expect(await askedOf({})).toEqual(["one", "two"]);
  });

  test("are refused before billing and provider are called, if the model edits none", async () => {
    await expect(make({ inputs })).rejects.toMatchObject({ code: "invalid_request_error", param: "image" });
    expect([harness.billing.admitted, harness.provider.imageCalls]).toEqual([[], []]);
  });
});

describe("if some images fail", () => {
  test("the others are stored, returned and charged, and the failure is reported in the provider's words", async () => {
    let calls = 0;
    harness.provider.onImages = () => {
      calls += 1;
      if (calls % 2 === 0) throw refusal;
      return { images: [bytes()] };
    };
    expect(await make({ n: 4 })).toMatchObject({
      images: [{}, {}],
      failed: 2,
      failure: "Their filter.",
      usage: { images: 2, costNanoMxn: 2n },
    });
    expect(harness.billing.balance).toBe(998n);
    expect(harness.billing.holds.size).toBe(0);
  });

  test("so too if a filter removes some", async () => {
    harness.provider.maxImagesPerCall = 8;
    harness.provider.onImages = () => ({ images: [bytes()], missing: "Two were filtered." });
    expect(await make({ n: 3 })).toMatchObject({ images: [{}], failed: 2, failure: "Two were filtered." });
  });

  test("so too if one can't be stored", async () => {
    harness.saver.failures.push(new ProviderError({ kind: "rejected", message: "Not a picture." }));
    expect(await make({ n: 2 })).toMatchObject({
      images: [{}],
      failed: 1,
      failure: "Not a picture.",
      usage: { costNanoMxn: 1n },
    });
  });
});

describe("if all images fail", () => {
  test("the error has the provider's message, and nothing is charged or held", async () => {
    harness.provider.onImages = () => {
      throw refusal;
    };
    await expect(make({ n: 2 })).rejects.toMatchObject({
      code: "provider_unavailable",
      message: "Their filter.",
      retryable: false,
      rateLimits: { requestsLimit: 600 },
    });
    expect(harness.billing.settleRequests).toBe(0);
    expect(harness.billing.holds.size).toBe(0);
    expect([...harness.billing.released.values()]).toMatchObject([
      { record: { kind: "image", outcome: "provider_unavailable", attempts: [{ outcome: "content_policy" }, {}] } },
    ]);
  });

  test.each([
    ["size", { size: "1024x1024" }, "invalid_request_error"],
    ["quality", { model: "test/quality", quality: "hd" }, "invalid_request_error"],
    ["user", { user: "u" }, "invalid_request_error"],
    ["image", { model: "test/edit", inputs: [PNG] }, "invalid_request_error"],
    ["mask", { model: "test/edit", inputs: [PNG], mask: PNG }, "invalid_request_error"],
    // Fields the caller did not give: the model's default size, and a quality that the model does not have.
    ["size", {}, "provider_unavailable"],
    ["quality", { model: "test/quality" }, "provider_unavailable"],
    ["quality", { quality: "hd" }, "provider_unavailable"],
    ["mask", { model: "test/edit", inputs: [PNG] }, "provider_unavailable"],
  ])("a refusal that names the %s of %j is %s", async (field, given, code) => {
    harness.provider.onImages = () => {
      throw new ProviderError({ kind: "rejected", message: "Not that.", fields: [field] });
    };
    await expect(make(given)).rejects.toMatchObject(
      code === "invalid_request_error"
        ? { code, param: field, message: `${field}: Not that.` }
        : { code, message: "Not that." },
    );
    expect(harness.billing.holds.size).toBe(0);
  });

  test("so too if none can be stored", async () => {
    harness.saver.failures.push(new Error("disk full"));
    await expect(make()).rejects.toMatchObject({ code: "internal_error" });
    expect(harness.billing.holds.size).toBe(0);
  });

  test("so too if no route is usable", async () => {
    await expect(make({ model: "test/no-image-route" })).rejects.toMatchObject({
      code: "model_not_found",
      message: expect.stringMatching(
        /^No provider of this model is configured\. This gateway has no key for keyless\./,
      ),
    });
    expect(harness.billing.holds.size).toBe(0);
  });
});

test("the next route is tried if the first is down, but not if it rejects the prompt", async () => {
  harness.provider.onImages = (_call, target) => {
    if (target.provider === "one") throw new ProviderError({ kind: "server", message: "503" });
    return { images: [bytes()] };
  };
  expect(await make({ model: "test/image-two-routes" })).toMatchObject({
    images: [{}],
    failed: 0,
    info: { attempts: 2 },
  });
  harness.provider.imageCalls.length = 0;
  harness.provider.onImages = () => {
    throw refusal;
  };
  await expect(make({ model: "test/image-two-routes" })).rejects.toMatchObject({ message: "Their filter." });
  expect(harness.provider.imageCalls).toHaveLength(1);
});

test("the calls of one request alternate between the provider's keys; a rejected key rests", async () => {
  await make({ model: "test/image-two-keys", n: 4 });
  const keys = () =>
    harness.provider.imageCalls.map(({ target }) => target.apiKey).sort((a = "", b = "") => a.localeCompare(b));
  expect(keys()).toEqual(["key a", "key a", "key b", "key b"]);
  harness.provider.onImages = (_call, { apiKey }) => {
    if (apiKey === "key a") throw new ProviderError({ kind: "credentials", message: "who?" });
    return { images: [bytes()] };
  };
  expect(await make({ model: "test/image-two-keys" })).toMatchObject({ images: [{}] });
  harness.provider.imageCalls.length = 0;
  await make({ model: "test/image-two-keys", n: 2 });
  expect(keys()).toEqual(["key b", "key b"]);
});

test("routes share images by weight", async () => {
  await make({ model: "test/image-weighted" });
  expect(harness.provider.imageCalls.map(({ target }) => target.provider)).toEqual(["two"]);
});

test("a transient failure is retried", async () => {
  let failures = 1;
  harness.provider.onImages = () => {
    if (failures-- > 0) throw new ProviderError({ kind: "server", message: "busy" });
    return { images: [bytes()] };
  };
  const answer = make();
  await harness.clock.advance(1_000);
  expect(await answer).toMatchObject({ images: [{}], info: { attempts: 2 } });
});

test("a file at the provider is fetched from the provider's own origin even if it is private", async () => {
  harness.provider.onImages = () => ({ images: [{ kind: "url", url: "https://one.test/1.png" }] });
  await make();
  expect(harness.saver.sources).toEqual([{ url: "https://one.test/1.png" }]);
});

describe("if a made image's file can't be fetched", () => {
  const lost = (kind: "cut" | "rejected" | "malformed" | "aborted") =>
    new ProviderError({ kind, message: "The file was not read." });
  const madeThere = () => {
    harness.provider.onImages = () => ({ images: [{ kind: "url", url: "https://one.test/1.png" }] });
  };

  test("it is fetched again", async () => {
    madeThere();
    harness.saver.failures.push(lost("cut"), lost("cut"), lost("cut"));
    const answer = make();
    for (const waitMs of [0, 250, 500, 1000]) await harness.clock.advance(waitMs);
    expect(await answer).toMatchObject({ images: [{}], failed: 0 });
    expect(harness.saver.sources).toHaveLength(4);
    expect(harness.provider.imageCalls).toHaveLength(1);
  });

  test("it is given up after a few tries, and nothing is charged", async () => {
    madeThere();
    harness.saver.failures.push(lost("cut"), lost("cut"), lost("cut"), lost("cut"));
    const failure = make().catch((error: unknown) => error);
    for (const waitMs of [0, 250, 500, 1000]) await harness.clock.advance(waitMs);
    expect(await failure).toMatchObject({ code: "provider_unavailable" });
    expect(harness.saver.sources).toHaveLength(4);
    expect(harness.billing.settleRequests).toBe(0);
  });

  test.each([
    ["rejected", "provider_unavailable"],
    ["malformed", "provider_unavailable"],
    ["aborted", "cancelled"],
  ] as const)("it is not if that was %s", async (kind, code) => {
    madeThere();
    harness.saver.failures.push(lost(kind));
    await expect(make()).rejects.toMatchObject({ code });
    expect(harness.saver.sources).toHaveLength(1);
  });

  test("a stop before it is fetched again cancels the call", async () => {
    madeThere();
    const stop = new AbortController();
    harness.saver.failures.push(lost("cut"), lost("aborted"));
    const failure = createImages({ ...harness.scope, stopping: stop.signal }, imagesRequest(), {
      leaving: new AbortController().signal,
    }).catch((error: unknown) => error);
    await harness.clock.advance(0);
    stop.abort();
    expect(await failure).toMatchObject({ code: "cancelled" });
  });

  test("it is not if the call would take too long", async () => {
    harness.provider.onImages = async () => {
      await harness.clock.advance(IMAGE_LIMITS.totalMs - 500);
      return { images: [{ kind: "url", url: "https://one.test/1.png" }] };
    };
    harness.saver.failures.push(lost("cut"), lost("cut"));
    const failure = make().catch((error: unknown) => error);
    for (const waitMs of [0, 250]) await harness.clock.advance(waitMs);
    expect(await failure).toMatchObject({ code: "provider_unavailable" });
    expect(harness.saver.sources).toHaveLength(2);
  });
});

test("the time until the hold is durable is not the provider's", async () => {
  const { billing } = harness.scope;
  const confirmHold: typeof billing.confirmHold = async (request) => {
    await harness.clock.advance(2_000);
    return billing.confirmHold(request);
  };
  harness.provider.onImages = async () => {
    await harness.clock.advance(300);
    return { images: [bytes()] };
  };
  const { info } = await createImages({ ...harness.scope, billing: { ...billing, confirmHold } }, imagesRequest(), {
    leaving: new AbortController().signal,
  });
  expect(info?.upstreamUs).toBe(300_000);
});

test("providers get what remains of the minute, minus the time for storing", async () => {
  await make();
  expect(harness.provider.imageCalls[0]?.options.limits.totalMs).toBe(IMAGE_LIMITS.makeMs);
  expect(IMAGE_LIMITS.totalMs).toBe(60_000);
});

test("a caller who leaves starts no further call, for what the first left over", async () => {
  const leaving = new AbortController();
  const most = [8];
  Object.defineProperty(harness.provider, "maxImagesPerCall", { get: () => most.pop() ?? 3 });
  harness.provider.onImages = ({ count }) => {
    leaving.abort();
    return { images: Array.from({ length: count }, bytes) };
  };
  const response = await createImages(harness.scope, imagesRequest({ n: 8 }), { leaving: leaving.signal });
  expect(harness.provider.imageCalls).toHaveLength(1);
  expect(response).toMatchObject({ images: [{}, {}, {}], failed: 5 });
});

test("a caller who leaves pays for the calls under way", async () => {
  const leaving = new AbortController();
  harness.provider.onImages = () => {
    leaving.abort();
    return { images: [bytes()] };
  };
  const response = await createImages(harness.scope, imagesRequest({ n: 8 }), { leaving: leaving.signal });
  expect(harness.provider.imageCalls).toHaveLength(response.images.length);
  expect(harness.billing.balance).toBe(1000n - BigInt(response.images.length));
});

describe("is rejected before billing and provider are called", () => {
  test.each([
    ["an empty prompt", { prompt: "" }, "prompt"],
    ["4001 characters", { prompt: "🌊".repeat(4001) }, "prompt"],
    ["nine images", { n: 9 }, "n"],
    ["no size of the model", { model: "test/sized", size: "640x480" }, "size"],
    ["a video model", { model: "test/video" }, "model"],
  ])("%s", async (_what, images, param) => {
    await expect(make(images)).rejects.toMatchObject({ code: "invalid_request_error", param });
    expect(harness.billing.admitted).toEqual([]);
  });

  test("with zero data retention, an unknown model or an invalid organization", async () => {
    await expect(make({}, { zdr: true })).rejects.toMatchObject({ code: "invalid_request_error", param: "zdr" });
    await expect(make({ model: "dall-e-3" })).rejects.toMatchObject({ code: "model_not_found" });
    await expect(make({}, { organizationId: "me" })).rejects.toMatchObject({ code: "invalid_request_error" });
  });
});

test("an exhausted balance is reported without calling the provider", async () => {
  harness = createHarness({ balance: 0n });
  await expect(make()).rejects.toMatchObject({ code: "insufficient_balance" });
  expect(harness.provider.imageCalls).toEqual([]);
});

test("images that can't be charged are released once, and the error says how often providers were asked", async () => {
  harness.billing.failures.settle = [new CenoteError("insufficient_balance")];
  await expect(make({ n: 2 })).rejects.toMatchObject({ code: "insufficient_balance", attempts: 2 });
  expect([...harness.billing.released.values()]).toMatchObject([
    { model: "test/image", record: { kind: "image", outcome: "insufficient_balance", attempts: [{}, {}] } },
  ]);
  expect([harness.billing.holds.size, harness.billing.balance]).toEqual([0, 1000n]);
});

test("a settlement is retried while billing fails", async () => {
  harness.billing.failures.settle = [new CenoteError("overloaded"), new CenoteError("internal_error")];
  const answer = make();
  await harness.clock.advance(2000);
  expect((await answer).usage?.costNanoMxn).toBe(1n);
});

test("if the outcome of the charge is unknown, the error says not to retry: a new call might pay again", async () => {
  harness.billing.failures.settle = Array.from({ length: 20 }, () => new CenoteError("internal_error"));
  await Promise.all([
    expect(make()).rejects.toMatchObject({ code: "internal_error", retryable: false }),
    harness.clock.advance(60_000),
  ]);
});
