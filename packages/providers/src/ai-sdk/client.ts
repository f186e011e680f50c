import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { SharedV4Warning } from "@ai-sdk/provider";
import type { Clock, Log } from "@cenote/core";
import { embedInParts } from "../requests/embed-in-parts";
import { inWireNames } from "../requests/function-names";
import { imageUrls, ONLY_DATA_URLS } from "../requests/image-urls";
import { droppedGrammar, droppedNames, droppedVerbosity } from "../requests/dropped-fields";
import { allWithMaker, withoutForeignReasoning } from "../requests/reasoning-origin";
import { scrubbedError } from "../errors/scrub";
import type { ProviderError } from "../provider-error";
import type { CallOptions, ChatCall, ProviderClient } from "../spec";
import type { Target } from "../target";
import { ANSWER_LIMITS, plainChatBytes } from "../wire/answer-limits";
import type { Http } from "../wire/http";
import { type Shortcomings, dryRun } from "./dry-run";
import { type RequestScope, startSdkCall } from "./call";
import { createSdkChatStream } from "./chat-stream";
import { embedWith } from "./embeddings";
import { toProviderError } from "./errors";
import { fromResult } from "./from-result";
import type { ImportPackage } from "./import-package";
import type { SdkLanguageModel } from "./model-types";
import { createSdkPackages } from "./packages";
import { toOptions, unspoken } from "./to-options";
import { type SupportedUrls, takesUrl } from "./to-prompt";

/** Most models in the cache of unsupported fields and logged warnings. */
const MAX_REMEMBERED = 4_096;

export interface AiSdkClientOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: the platform's `import()`. */
  readonly importPackage?: ImportPackage;
}

/** The client of all providers with an AI SDK package. */
export interface AiSdkClient extends ProviderClient {
  /** Loads the packages of these targets and finds out what their chat models can't honour. Nothing is sent. */
  prepare(targets: readonly SdkTarget[]): Promise<readonly SdkMistake[]>;
}

export interface SdkTarget {
  readonly type: "chat" | "embedding";
  readonly target: Target;
}

/** Why a provider can't be used: its package is missing, or is not an AI SDK package. */
export interface SdkMistake {
  readonly provider: string;
  readonly message: string;
}

interface OnceOptions extends CallOptions {
  readonly maxBytes: number;
}

const forEmbeddings = (options: CallOptions): OnceOptions => ({ ...options, maxBytes: ANSWER_LIMITS.embeddingsBytes });

interface KnownModel {
  readonly model: SdkLanguageModel;
  readonly shortcomings: Shortcomings;
  readonly urls: SupportedUrls;
}

/** The function names that all known protocols behind packages accept. */
const FUNCTION_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

export const createAiSdkClient = ({ http, clock, log, importPackage }: AiSdkClientOptions): AiSdkClient => {
  const requests: RequestScope = new AsyncLocalStorage();
  const packages = createSdkPackages({ importPackage, requests });
  const known = new Map<string, KnownModel>();
  const warned = new Set<string>();

  const keyOf = ({ sdk, baseUrl, model }: Target): string =>
    createHash("sha256")
      .update(JSON.stringify([sdk, baseUrl, model]))
      .digest("base64");

  /** Logs once for each model and feature. Callers know already, since the field was rejected or reported before the call. */
  const noteWarnings = (target: Target) => (warnings: readonly SharedV4Warning[]) => {
    for (const warning of warnings) {
      if (warning.type !== "unsupported") continue;
      const once = `${keyOf(target)} ${warning.feature}`;
      if (warned.has(once) || warned.size === MAX_REMEMBERED) continue;
      warned.add(once);
      log.warn(
        { provider: target.provider, model: target.model, feature: warning.feature },
        "a provider's package passes over a field",
      );
    }
  };

  const learn = async ({ type, target }: SdkTarget): Promise<void> => {
    if (type === "embedding") await packages.embeddingModel(target);
    else if (!known.has(keyOf(target)) && known.size < MAX_REMEMBERED) {
      const model = await packages.languageModel(target);
      known.set(keyOf(target), {
        model,
        shortcomings: await dryRun(model, { clock, requests }),
        urls: await model.supportedUrls,
      });
    }
  };
  const mistakeOf = async (about: SdkTarget): Promise<SdkMistake[]> => {
    try {
      await learn(about);
      return [];
    } catch (error) {
      const { message } = scrubbedError(toProviderError(error, clock.nowMs()), about.target);
      return [{ provider: about.target.provider, message }];
    }
  };

  const once = <Answer>(
    target: Target,
    options: OnceOptions,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const fail = (error: ProviderError) => {
        reject(scrubbedError(error, target));
      };
      const call = startSdkCall({ ...options, http, clock, requests, mode: "plain", onFailure: fail });
      call
        .run(() => work(call.signal))
        .then(resolve, (error: unknown) => {
          fail(call.failure() ?? toProviderError(error, clock.nowMs()));
        })
        .finally(() => {
          call.close();
        });
    });

  const optionsFor = async (call: ChatCall, target: Target, abortSignal: AbortSignal) => {
    const model = await packages.languageModel(target);
    return {
      model,
      options: { ...toOptions(withoutForeignReasoning(call, target), model, await model.supportedUrls), abortSignal },
    };
  };

  return {
    async prepare(targets) {
      const mistakes = await Promise.all(targets.map(mistakeOf));
      // A missing package is one mistake, however many models need it.
      return [
        ...new Map(mistakes.flat().map((mistake) => [`${mistake.provider}: ${mistake.message}`, mistake])).values(),
      ];
    },
    unsupported(call, target) {
      const { model, shortcomings = [], urls } = known.get(keyOf(target)) ?? {};
      const found = shortcomings.filter(({ asks }) => asks(call)).map(({ field }) => field);
      const needsData = urls !== undefined && imageUrls(call).some((url) => !takesUrl(urls, url));
      return [
        ...new Set([
          ...(needsData ? [ONLY_DATA_URLS] : []),
          ...unspoken(call, model),
          ...found,
          ...droppedNames(call),
          ...droppedGrammar(call),
          ...droppedVerbosity(call),
        ]),
      ];
    },
    streamChat: (call, target, options) => ({
      [Symbol.asyncIterator]() {
        const names = inWireNames(call, FUNCTION_NAME);
        return createSdkChatStream({
          ...options,
          http,
          clock,
          requests,
          target,
          names,
          async open(signal) {
            const { model, options: asked } = await optionsFor(names.call, target, signal);
            const { stream } = await model.doStream(asked);
            return stream;
          },
          onWarnings: noteWarnings(target),
          log,
        });
      },
    }),
    completeChat: (call, target, options) =>
      once(target, { ...options, maxBytes: plainChatBytes(call) }, async (signal) => {
        const names = inWireNames(call, FUNCTION_NAME);
        const { model, options: asked } = await optionsFor(names.call, target, signal);
        const result = await model.doGenerate(asked);
        noteWarnings(target)(result.warnings);
        return names.answer(allWithMaker(fromResult(result), target));
      }),
    async embed(call, target, options) {
      const { model, maxInputs } = await once(target, forEmbeddings(options), async () => {
        const found = await packages.embeddingModel(target);
        return { model: found, maxInputs: (await found.maxEmbeddingsPerCall) ?? Infinity };
      });
      return embedInParts(call, {
        ...options,
        clock,
        maxInputs,
        embed: (part, own) => once(target, forEmbeddings(own), (signal) => embedWith(model, part, signal)),
      });
    },
  };
};
