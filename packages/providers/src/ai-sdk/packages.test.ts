import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ChatCall } from "../spec";
import { failureOf, readAll } from "../testing/client-harness";
import { sdkHarness } from "../testing/sdk-harness";

const { setUp } = sdkHarness();

const missing = (name: string, code = "ERR_MODULE_NOT_FOUND") =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), { code });
const USAGE = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const PARTS: LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "Hello" },
  { type: "text-end", id: "0" },
  { type: "finish", usage: USAGE, finishReason: { unified: "stop", raw: "stop" } },
];

/** A package with one provider whose model makes no requests. */
const packageOf = (model: object, exported: (create: () => object) => object = (create) => ({ createFar: create })) => {
  const asked: object[] = [];
  const made: object[] = [];
  const doStream = (options: object) => {
    asked.push(options);
    return Promise.resolve({ stream: ReadableStream.from(PARTS) });
  };
  const create = (options: object = {}) => {
    made.push(options);
    return {
      languageModel: (id: string) => ({
        specificationVersion: "v4",
        provider: "far",
        modelId: id,
        supportedUrls: {},
        doStream,
        ...model,
      }),
    };
  };
  return { asked, made, importPackage: () => Promise.resolve(exported(create)) };
};

describe("problems with a package are reported with what to do", () => {
  test.each([
    [
      "it is not there",
      () => Promise.reject(missing("far-package")),
      "far-package is not installed. Install it with: npx pnpm@10 add --workspace-root far-package",
    ],
    [
      "it lacks a package itself",
      () => Promise.reject(missing("zod")),
      "far-package can't be loaded: Cannot find package 'zod'",
    ],
    [
      "it is no provider package",
      () => Promise.resolve({ hello: 1 }),
      "far-package has no create function: it is no provider package of the AI SDK.",
    ],
    [
      "it has several",
      () => Promise.resolve({ createA: () => ({}), createB: () => ({}) }),
      "far-package has several create functions: say which one in `create` (createA, createB).",
    ],
    [
      "what it creates is no provider",
      () => Promise.resolve({ createA: () => ({}) }),
      "what it creates has no language models",
    ],
    [
      "its interface is older than what is understood",
      packageOf({ specificationVersion: "v2" }).importPackage,
      "speaks the version v2 of the AI SDK's interface; v3 and v4 are understood",
    ],
  ])("%s", async (_, importPackage, message) => {
    const { client, target, stream } = await setUp(() => {}, { package: "far-package", importPackage });
    expect(
      await client.prepare([
        { type: "chat", target },
        { type: "chat", target: { ...target, model: "other" } },
      ]),
    ).toEqual([{ provider: "far", message: expect.stringContaining(message) }]);
    // Another route may be usable.
    expect((await readAll(stream())).error).toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining(message),
    });
  });

  test("it has no embeddings", async () => {
    const { client, target, embed } = await setUp(() => {}, {
      package: "far-package",
      importPackage: packageOf({}).importPackage,
    });
    expect(await client.prepare([{ type: "embedding", target }])).toEqual([
      { provider: "far", message: "far-package makes no embeddings." },
    ]);
    expect(await failureOf(embed({ input: ["a"] }))).toMatchObject({ kind: "unreachable" });
  });
});

test("a package installed in the meantime is found", async () => {
  let installed = false;
  const { importPackage } = packageOf({});
  const { client, target, stream } = await setUp(() => {}, {
    package: "far-package",
    importPackage: () => (installed ? importPackage() : Promise.reject(missing("far-package", "MODULE_NOT_FOUND"))),
  });
  expect(await client.prepare([{ type: "chat", target }])).toHaveLength(1);
  installed = true;
  expect((await readAll(stream())).error).toBeUndefined();
});

test("the create function gets the options, the key, the URL and headers; it can be chosen by name", async () => {
  const { made, importPackage } = packageOf({}, (create) => ({ createOther: () => ({}), createFar: create }));
  const { client, target, caller } = await setUp(() => {}, { package: "far-package", importPackage });
  const own = {
    ...target,
    baseUrl: "http://far.test/v1",
    sdk: { package: "far-package", create: "createFar", options: { region: "mx" } },
  };
  const limits = { connectMs: 1_000, firstContentMs: 1_000, idleMs: 1_000, totalMs: 1_000 };
  await readAll(client.streamChat({ messages: [] }, own, { limits, signal: caller.signal })[Symbol.asyncIterator]());
  await readAll(
    client
      .streamChat({ messages: [] }, { ...own, model: "n" }, { limits, signal: caller.signal })
      [Symbol.asyncIterator](),
  );
  expect(made).toEqual([
    {
      region: "mx",
      apiKey: target.apiKey,
      baseURL: "http://far.test/v1",
      headers: { "x-team": "blue" },
      fetch: expect.any(Function),
    },
  ]);
  expect(
    await client.prepare([{ type: "chat", target: { ...own, sdk: { ...own.sdk, create: "createNothing" } } }]),
  ).toEqual([{ provider: "far", message: "far-package has no createNothing, but createOther, createFar." }]);
});

test("a package that exports one function under two names has just one", async () => {
  const { importPackage } = packageOf({}, (create) => ({ createFar: create, createFarProvider: create }));
  const { stream } = await setUp(() => {}, { package: "far-package", importPackage });
  expect((await readAll(stream())).events).toContainEqual({ type: "text", text: "Hello" });
});

describe("the older interface", () => {
  const call: ChatCall = {
    messages: [
      {
        role: "user",
        content: [
          { type: "image", url: "data:IMAGE/PNG;base64,aGk=" },
          { type: "image", url: "https://img.test/a.png" },
        ],
      },
    ],
    reasoningEffort: "low",
  };

  test("has its own form for files, and no reasoning effort, which it does not know", async () => {
    const { asked, importPackage } = packageOf({
      specificationVersion: "v3",
      supportedUrls: { "image/*": [/^https:/] },
    });
    const { client, target, stream } = await setUp(() => {}, { package: "far-package", importPackage });
    await readAll(stream(call));
    expect(asked[0]).toMatchObject({
      prompt: [
        {
          role: "user",
          content: [
            { type: "file", mediaType: "image/png", data: "aGk=" },
            { type: "file", mediaType: "image/*", data: new URL("https://img.test/a.png") },
          ],
        },
      ],
    });
    expect(asked[0]).not.toHaveProperty("reasoning");
    await client.prepare([{ type: "chat", target }]);
    expect(client.unsupported(call, target)).toEqual(["reasoningEffort"]);
  });
});

describe("a package that does not use our fetch", () => {
  test("has its time limits all the same", async () => {
    const silent = {
      doStream: () => Promise.resolve({ stream: new ReadableStream() }),
      doGenerate: () => new Promise(() => {}),
    };
    const { stream, complete, clock } = await setUp(() => {}, {
      package: "far-package",
      importPackage: packageOf(silent).importPackage,
    });
    const outcome = Promise.all([readAll(stream()), failureOf(complete())]);
    await clock.advance(60_000);
    await clock.advance(540_000);
    expect(await outcome).toMatchObject([
      { error: { kind: "timeout", phase: "first_content" } },
      { kind: "timeout", phase: "total" },
    ]);
  });

  test("learns through its signal that the caller left", async () => {
    const signals: AbortSignal[] = [];
    const doGenerate = ({ abortSignal }: { abortSignal: AbortSignal }) => {
      signals.push(abortSignal);
      return new Promise(() => {});
    };
    const { complete, caller } = await setUp(() => {}, {
      package: "far-package",
      importPackage: packageOf({ doGenerate }).importPackage,
    });
    const failed = failureOf(complete());
    while (signals.length === 0)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    caller.abort();
    expect(await failed).toMatchObject({ kind: "aborted" });
    expect(signals[0]?.aborted).toBe(true);
  });

  test("is asked what it does not support with a signal that forbids sending", async () => {
    const aborted: boolean[] = [];
    const doStream = ({ abortSignal }: { abortSignal: AbortSignal }) => {
      aborted.push(abortSignal.aborted);
      return Promise.reject(new Error("aborted"));
    };
    const { client, target } = await setUp(() => {}, {
      package: "far-package",
      importPackage: packageOf({ doStream }).importPackage,
    });
    expect(await client.prepare([{ type: "chat", target }])).toEqual([]);
    expect(new Set(aborted)).toEqual(new Set([true]));
  });
});

test("a package that never answers when asked beforehand does not block the start", async () => {
  const { client, target, clock } = await setUp(() => {}, {
    package: "far-package",
    importPackage: packageOf({ doStream: () => new Promise(() => {}) }).importPackage,
  });
  const prepared = client.prepare([{ type: "chat", target }]);
  await clock.advance(2_000);
  expect(await prepared).toEqual([]);
});
