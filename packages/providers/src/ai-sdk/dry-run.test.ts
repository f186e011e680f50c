import { AsyncLocalStorage } from "node:async_hooks";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, SharedV4Warning } from "@ai-sdk/provider";
import { createManualClock } from "@cenote/testkit";
import type { ChatCall } from "../spec";
import { dryRun } from "./dry-run";
import type { SdkLanguageModel } from "./model-types";

type Warn = (options: LanguageModelV4CallOptions) => readonly SharedV4Warning[];

const scope = () => ({ clock: createManualClock(), requests: new AsyncLocalStorage<typeof fetch>() });
const streamOf = (...parts: readonly LanguageModelV4StreamPart[]) => ({ stream: ReadableStream.from(parts) });
const modelOf = (doStream: (options: LanguageModelV4CallOptions) => PromiseLike<unknown>): SdkLanguageModel =>
  ({
    specificationVersion: "v4",
    provider: "far",
    modelId: "m",
    supportedUrls: {},
    doStream,
    doGenerate: () => Promise.reject(new Error("not asked for")),
  }) as SdkLanguageModel;
const warning = (warn: Warn) =>
  modelOf(async (options) => streamOf({ type: "stream-start", warnings: [...warn(options)] }));
const unsupported = (feature: string): SharedV4Warning => ({ type: "unsupported", feature });

const SCHEMA = { type: "object" };
const TOOLS = [{ name: "look" }];

/** The fields of a call that a model was found not to honour. */
const lackedBy = async (model: SdkLanguageModel, call: Partial<ChatCall>): Promise<string[]> =>
  (await dryRun(model, scope())).filter(({ asks }) => asks({ messages: [], ...call })).map(({ field }) => field);

describe("a model whose package warns of", () => {
  test.each<
    [
      keyof ChatCall,
      string,
      (options: LanguageModelV4CallOptions) => boolean,
      readonly [lacking: Partial<ChatCall>, fine: Partial<ChatCall>],
    ]
  >([
    ["temperature", "temperature", ({ temperature }) => temperature !== undefined, [{ temperature: 0 }, {}]],
    ["topP", "topP", ({ topP }) => topP !== undefined, [{ topP: 1 }, {}]],
    ["maxTokens", "maxOutputTokens", ({ maxOutputTokens }) => maxOutputTokens !== undefined, [{ maxTokens: 1 }, {}]],
    ["stop", "stopSequences", ({ stopSequences = [] }) => stopSequences.length > 0, [{ stop: ["a"] }, { stop: [] }]],
    [
      "presencePenalty",
      "presencePenalty",
      ({ presencePenalty }) => presencePenalty !== undefined,
      [{ presencePenalty: -1 }, { presencePenalty: 0 }],
    ],
    [
      "presencePenalty",
      "presencePenalty",
      ({ presencePenalty }) => presencePenalty !== undefined,
      [{ presencePenalty: 1 }, {}],
    ],
    [
      "frequencyPenalty",
      "frequencyPenalty",
      ({ frequencyPenalty }) => frequencyPenalty !== undefined,
      [{ frequencyPenalty: 1 }, { frequencyPenalty: 0 }],
    ],
    [
      "frequencyPenalty",
      "frequencyPenalty",
      ({ frequencyPenalty }) => frequencyPenalty !== undefined,
      [{ frequencyPenalty: -1 }, {}],
    ],
    ["seed", "seed", ({ seed }) => seed !== undefined, [{ seed: 0 }, {}]],
    [
      "responseFormat",
      "responseFormat",
      ({ responseFormat: format }) => format?.type === "json" && format.schema === undefined,
      [
        { responseFormat: { type: "json_object" } },
        { responseFormat: { type: "json_schema", name: "n", schema: SCHEMA } },
      ],
    ],
    [
      "responseFormat",
      "responseFormat",
      ({ responseFormat: format }) =>
        format?.type === "json" && format.schema?.type === "object" && format.name !== undefined,
      [
        { responseFormat: { type: "json_schema", name: "n", schema: SCHEMA } },
        { responseFormat: { type: "json_object" } },
      ],
    ],
    [
      "tools",
      "tools",
      ({ tools, toolChoice }) => tools?.[0]?.type === "function" && toolChoice === undefined,
      [{ tools: TOOLS }, { tools: [] }],
    ],
    [
      "toolChoice",
      "toolChoice",
      ({ tools = [], toolChoice }) => tools.length > 0 && toolChoice?.type === "required",
      [{ toolChoice: { mode: "required" } }, { toolChoice: { mode: "auto" } }],
    ],
    [
      "toolChoice",
      "toolChoice",
      ({ tools = [], toolChoice }) =>
        toolChoice?.type === "tool" && tools.some(({ name }) => name === toolChoice.toolName),
      [{ toolChoice: { mode: "function", name: "look" } }, { toolChoice: { mode: "none" } }],
    ],
    [
      "reasoningEffort",
      "reasoning",
      ({ reasoning }) => reasoning !== undefined,
      [{ reasoningEffort: "high" }, { reasoningEffort: "none" }],
    ],
    [
      "reasoningEffort",
      "reasoningEffort",
      ({ reasoning }) => reasoning !== undefined,
      [{ reasoningEffort: "low" }, {}],
    ],
  ])("%s, as %s, lacks it", async (field, feature, isAsked, [lacking, fine]) => {
    const model = warning((options) => (isAsked(options) ? [unsupported(feature)] : []));
    expect(await lackedBy(model, lacking)).toEqual([field]);
    expect(await lackedBy(model, fine)).toEqual([]);
  });

  test("something else than it was asked for, or in other words than that it is unsupported, lacks nothing", async () => {
    const asked: Partial<ChatCall> = { temperature: 0, seed: 1, tools: TOOLS };
    expect(
      await lackedBy(
        warning(() => [
          unsupported("logprobs"),
          { type: "other", message: "temperature" },
          { type: "compatibility", feature: "temperature" },
        ]),
        asked,
      ),
    ).toEqual([]);
  });
});

describe("a package that", () => {
  const asked: Partial<ChatCall> = { temperature: 0 };
  const told: LanguageModelV4StreamPart = { type: "stream-start", warnings: [unsupported("temperature")] };

  test("tells its warnings behind other parts is read up to them", async () => {
    expect(
      await lackedBy(
        modelOf(async () => streamOf({ type: "response-metadata", id: "r" }, told)),
        asked,
      ),
    ).toEqual(["temperature"]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["ends without any", async () => streamOf()],
    [
      "goes on without any",
      async () =>
        streamOf(...Array.from({ length: 20 }, () => ({ type: "response-metadata" as const, id: "r" })), told),
    ],
    ["fails", () => Promise.reject(new Error("no key"))],
  ])("%s lacks nothing that is known", async (_, doStream) => {
    expect(await lackedBy(modelOf(doStream), asked)).toEqual([]);
  });

  test("says nothing at all is not waited for", async () => {
    const { clock, requests } = scope();
    const asking = dryRun(
      modelOf(() => new Promise(() => {})),
      { clock, requests },
    );
    await clock.advance(2_000);
    expect(await asking).toEqual([]);
  });

  test("fetches gets an empty answer, and finds its signal aborted", async () => {
    const parts = scope();
    const seen: unknown[] = [];
    await dryRun(
      modelOf(async ({ abortSignal }) => {
        const response = await parts.requests.getStore()?.("https://far.test");
        seen.push([
          response?.status,
          response?.headers.get("content-type"),
          await response?.text(),
          abortSignal?.aborted,
        ]);
        return streamOf();
      }),
      parts,
    );
    expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([200, "text/event-stream", "", true])]),
    );
  });
});
