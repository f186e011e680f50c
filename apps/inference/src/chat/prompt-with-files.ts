import type { ChatModel, ImageTokens } from "@cenote/catalog";
import { invalidField } from "@cenote/core";
import type { ChatCall, ContentPart, CountedFor, TokenCounter } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { fileAt } from "./capabilities";

export const hasFiles = (call: ChatCall): boolean => fileAt(call) >= 0;

/** Every model uses more per page, so that no prompt is refused as too long although it may fit. */
const LEAST_TOKENS_PER_PAGE = 800;

/** Least number of tokens of a prompt's files. */
export const leastFileTokens = (call: ChatCall): number => {
  let pages = 0;
  for (const { content } of call.messages)
    if (typeof content !== "string") for (const part of content) if (part.type === "pdf") pages += part.pages;
  return pages * LEAST_TOKENS_PER_PAGE;
};

const withParts = (call: ChatCall, isKept: (part: ContentPart) => boolean): ChatCall => ({
  ...call,
  messages: call.messages.map((message) =>
    typeof message.content === "string" ? message : { ...message, content: message.content.filter(isKept) },
  ),
});

/** The call with only its texts and images; the same object if it has no files. */
export const withoutFiles = (call: ChatCall): ChatCall =>
  hasFiles(call) ? withParts(call, ({ type }) => type !== "pdf") : call;

/**
 * Tokens at which the images of a prompt are billed. They may be many times the context that the images take
 * (gpt-4o-mini), so the context window does not limit them.
 */
const imageTokensOf = (
  call: ChatCall,
  counter: Pick<TokenCounter, "estimatePrompt">,
  images: ImageTokens | undefined,
): number => {
  const others = withParts(call, ({ type }) => type !== "image");
  return counter.estimatePrompt(call, images) - counter.estimatePrompt(others, images);
};

type Windowed = Pick<ChatCandidate, "contextTokens"> & { readonly model: Pick<ChatModel, "id" | "windowTokens"> };

/** The context window of each route. */
const windowsOf = (routes: readonly Windowed[]): number[] =>
  routes.map(({ contextTokens = Infinity, model: { windowTokens = 0 } }) => Math.max(contextTokens, windowTokens));

/** Limits a count by pages: everything but the images is at most the largest context window. */
const withinWindow = (tokens: number, imageTokens: number, routes: readonly Windowed[]): number =>
  imageTokens + Math.min(tokens - imageTokens, Math.max(...windowsOf(routes)));

export interface PromptWithFiles {
  readonly call: ChatCall;
  /** The routes that read files: one or more. */
  readonly candidates: readonly Windowed[];
  readonly imageTokens: ImageTokens | undefined;
  readonly counter: Pick<TokenCounter, "estimatePrompt">;
}

/** Tokens to hold for a prompt with files that the balance pays for. */
export const heldForBalance = ({ call, candidates, imageTokens, counter }: PromptWithFiles): number =>
  withinWindow(counter.estimatePrompt(call, imageTokens), imageTokensOf(call, counter, imageTokens), candidates);

/**
 * Tokens to hold for a prompt with files that a budget pays for. The content of a file is unknown until the provider has
 * read it, but no model takes more than its context window. Errors: invalid_request_error if a window is unknown.
 */
export const heldForBudget = ({ call, candidates, imageTokens, counter }: PromptWithFiles): number => {
  const windows = windowsOf(candidates);
  const most = Math.max(...windows);
  if (most < Infinity) return most + imageTokensOf(call, counter, imageTokens);
  const param = `messages[${fileAt(call)}].content`;
  const unknown = candidates[windows.indexOf(Infinity)]?.model.id ?? "a model";
  throw invalidField(
    param,
    `files can't be paid from a budget with ${unknown}, whose context length is not known here.`,
  );
};

/** A prompt that a model has read. */
export interface ReadPrompt {
  readonly call: ChatCall;
  readonly model: Pick<ChatModel, "id" | "contextTokens" | "windowTokens" | "imageTokens" | "routes">;
  readonly counter: Pick<TokenCounter, "estimatePrompt" | "countPromptInTurns">;
  readonly countedFor: CountedFor;
}

/** Our own count of the prompt. */
export const countReadPrompt = async ({ call, model, counter, countedFor }: ReadPrompt): Promise<number> => {
  const tokens = await counter.countPromptInTurns(countedFor, call, model.imageTokens);
  if (!hasFiles(call)) return tokens;
  const contexts = [model.contextTokens, ...model.routes.flatMap(({ contextTokens }) => contextTokens ?? [])];
  const routes = contexts.map((contextTokens) => ({ model, ...(contextTokens !== undefined && { contextTokens }) }));
  return withinWindow(tokens, imageTokensOf(call, counter, model.imageTokens), routes);
};
