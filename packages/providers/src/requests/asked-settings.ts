import type { ChatCall } from "../spec";
import { mayCallFunction } from "./may-call-function";

/** Settings that a target may not support, each with whether a call needs it: default values need no support. */
const ASKS = {
  temperature: ({ temperature = 1 }: ChatCall) => temperature !== 1,
  topP: ({ topP = 1 }: ChatCall) => topP !== 1,
  maxTokens: ({ maxTokens }: ChatCall) => maxTokens !== undefined,
  stop: ({ stop = [] }: ChatCall) => stop.length > 0,
  seed: ({ seed }: ChatCall) => seed !== undefined,
  presencePenalty: ({ presencePenalty = 0 }: ChatCall) => presencePenalty !== 0,
  frequencyPenalty: ({ frequencyPenalty = 0 }: ChatCall) => frequencyPenalty !== 0,
  logprobs: ({ logprobs }: ChatCall) => logprobs === true,
  topLogprobs: ({ topLogprobs = 0 }: ChatCall) => topLogprobs > 0,
  logitBias: ({ logitBias = {} }: ChatCall) => Object.values(logitBias).some((bias) => bias !== 0),
  tools: ({ tools = [] }: ChatCall) => tools.length > 0,
  parallelToolCalls: (call: ChatCall) => call.parallelToolCalls === false && mayCallFunction(call),
};

export type Setting = keyof typeof ASKS;

/** Whether a call sets this setting to anything but its default. */
export const asksFor = (call: ChatCall, setting: Setting): boolean => ASKS[setting](call);

/** The settings for which `asksFor` is true. */
export const askedOf = (call: ChatCall, settings: readonly Setting[]): Setting[] =>
  settings.filter((setting) => asksFor(call, setting));
