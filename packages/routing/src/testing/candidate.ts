import type { ChatModel } from "@cenote/catalog";
import type { Candidate, KeyedTarget } from "../candidates";

export const LIMITS = { connectMs: 1_000, firstContentMs: 5_000, idleMs: 5_000, totalMs: 60_000 };

/** The parts of a model that routing uses. */
export const testModel = (id = "test/model"): ChatModel => ({
  id,
  type: "chat",
  created: 0,
  contextTokens: undefined,
  maxOutputTokens: undefined,
  typicalOutputTokens: 100,
  capabilities: new Set(),
  unsupported: "refuse",
  prices: [],
  routes: [],
});

const MODEL = testModel();

/** @param name Its provider; the upstream model is `m`. */
export const testCandidate = (
  name: string,
  options: Partial<Candidate<ChatModel>> & { readonly keys?: number } = {},
): Candidate<ChatModel> => {
  const { keys = 1, ...rest } = options;
  const targets = Array.from({ length: keys }, (_key, index): KeyedTarget => ({
    key: { name: keys === 1 ? name : `${name}#${index + 1}` },
    target: { provider: name, baseUrl: `https://${name}.test`, model: "m", apiKey: `secret ${index + 1}` },
  }));
  return {
    model: MODEL,
    route: `${name}/m`,
    provider: name,
    kind: "openai-compatible",
    targets: targets as [KeyedTarget, ...KeyedTarget[]],
    limits: LIMITS,
    ...rest,
  };
};
