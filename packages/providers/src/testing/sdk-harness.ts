import { createManualClock } from "@cenote/testkit";
import { type Log, silentLog } from "@cenote/core";
import { createAiSdkClient } from "../ai-sdk/client";
import type { ImportPackage } from "../ai-sdk/import-package";
import type { ChatCall, EmbeddingsCall, TimeLimits } from "../spec";
import type { Target } from "../target";
import { CALL, KEY, LIMITS, clientHarness } from "./client-harness";
import { type UpstreamConnection, createUpstream } from "./upstream";

export interface SdkSetUp {
  readonly package: string;
  readonly model?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<TimeLimits>;
  readonly log?: Log;
  readonly importPackage?: ImportPackage;
}

/** A package with the protocol that `./upstream` has the pieces of. */
export const PACKAGE = {
  package: "@ai-sdk/openai-compatible",
  options: { name: "far", includeUsage: true, supportsStructuredOutputs: true },
};

/**
 * A client for packages with providers that a test file controls, closed after each test. Call it at the top of the
 * file.
 */
export const sdkHarness = () => {
  const { http, open } = clientHarness();

  /** A client of a provider that answers each request with `answer`. */
  const setUp = async (
    answer: (connection: UpstreamConnection) => void,
    { package: name, model = "m", options = {}, limits, log = silentLog, importPackage }: SdkSetUp,
  ) => {
    const upstream = await createUpstream(answer);
    open.push(upstream);
    const clock = createManualClock();
    const client = createAiSdkClient({ http, clock, log, ...(importPackage === undefined ? {} : { importPackage }) });
    const target: Target = {
      provider: "far",
      baseUrl: `${upstream.origin}/v1`,
      apiKey: KEY,
      model,
      headers: { "x-team": "blue" },
      sdk: { package: name, options },
    };
    const caller = new AbortController();
    const callOptions = { limits: { ...LIMITS, ...limits }, signal: caller.signal };
    return {
      upstream,
      clock,
      client,
      target,
      caller,
      stream: (call: ChatCall = CALL) => client.streamChat(call, target, callOptions)[Symbol.asyncIterator](),
      complete: (call: ChatCall = CALL) => client.completeChat(call, target, callOptions),
      embed: (call: EmbeddingsCall) => client.embed(call, target, callOptions),
    };
  };
  return { setUp };
};

/** Headers and JSON body of a request. */
export const readRequest = ({ request }: UpstreamConnection) => {
  const at = request.indexOf("\r\n\r\n");
  return { head: request.slice(0, at), body: JSON.parse(request.slice(at + 4)) as Record<string, unknown> };
};
