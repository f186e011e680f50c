import { type CountedFor, createCountTurns } from "./count-turns";
import type { ChatCall, ChatMessage, ContentPart } from "./spec";
import { sampleOf, tokensOfAll } from "./text-sample";
import { writtenSchema } from "./written-schema";

/** What is counted in one round of the event loop: a few milliseconds of the densest text. */
const TURN_CHARACTERS = 1_000;
/** Size of the tokenizer's cache of merges. */
const MAX_REMEMBERED_MERGES = 10_000;

/**
 * UTF-8 bytes per token: English has 4, code 3, Chinese 4. Fewer are assumed, so that estimates are rather too high.
 */
const ESTIMATED_BYTES_PER_TOKEN = 3;
/** What a chat format adds to each message, and to the whole. */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_PER_PROMPT = 3;
/** For the text of a file's page: a full page has this many, most have fewer. */
const TEXT_TOKENS_PER_PAGE = 1_500;
/**
 * For the picture of a page, at most: 2,500 patches at 1.2 tokens. No page is shown as finely as an image may be: OpenAI shows it
 * in high detail to GPT-5.6 and newer models, and in low detail to others
 * (https://developers.openai.com/api/docs/guides/file-inputs).
 */
const MOST_PICTURE_TOKENS_PER_PAGE = 3_000;
/** A tool's frame around its name, description and schema. */
const TOKENS_PER_TOOL = 10;

/** What one image takes, by the detail it is asked to be seen in. */
export interface ImageTokens {
  readonly low: number;
  /** Tokens of an image in any detail but low. */
  readonly high: number;
}

/** Where nothing is known of a model: an image of 1024 x 1024 as OpenAI counts it, rounded up. */
const USUAL_IMAGE_TOKENS: ImageTokens = { low: 85, high: 1_100 };

/** Counts tokens where the provider does not tell them. @param images Of the model; what is usual without. */
export interface TokenCounter {
  /** From lengths alone, for holds: rather too many than too few. */
  estimatePrompt(call: ChatCall, images?: ImageTokens): number;
  estimateText(text: string): number;
  /**
   * With OpenAI's o200k encoding: exact for its models, near for others. For charges without the provider's usage. The
   * same call is counted once.
   */
  countPrompt(call: ChatCall, images?: ImageTokens): number;
  /**
   * The same while the process does its other work: a count of dense text takes a third of a second. See CountTurns,
   * whose errors it has.
   */
  countPromptInTurns(of: CountedFor, call: ChatCall, images?: ImageTokens): Promise<number>;
  countText(text: string): number;
  /** The sum over all texts. Many short ones take no longer than one that is as long as all. */
  countTextsInTurns(of: CountedFor, texts: readonly string[]): Promise<number>;
  /** Loads the encoding, 0.2 s and 70 MB, which the first count would do otherwise. */
  warmUp(): void;
}

interface Encoding {
  countTokens(text: string, options: { readonly disallowedSpecial: ReadonlySet<string> }): number;
  setMergeCacheSize(size: number): void;
}

/** `<|endoftext|>` in a text is text; the tokenizer would throw. */
const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

export const estimateTextTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / ESTIMATED_BYTES_PER_TOKEN);

/** Reasoning is sent back in one of two forms: in plain words, or in signed pieces. */
const reasoningTokens = ({ reasoning, reasoningDetails }: ChatMessage, ofText: (text: string) => number): number => {
  const plain = reasoning === undefined ? 0 : ofText(reasoning);
  if (reasoningDetails === undefined) return plain;
  return Math.max(
    plain,
    reasoningDetails.reduce((sum, { text }) => (text === undefined ? sum : sum + ofText(text)), 0),
  );
};

const partTokens = (part: ContentPart, ofText: (text: string) => number, images: ImageTokens): number => {
  switch (part.type) {
    case "text":
      return ofText(part.text);
    case "image":
      return part.detail === "low" ? images.low : images.high;
    case "pdf":
      return part.pages * (Math.min(images.high, MOST_PICTURE_TOKENS_PER_PAGE) + TEXT_TOKENS_PER_PAGE);
  }
};

const messageTokens = (message: ChatMessage, ofText: (text: string) => number, images: ImageTokens): number => {
  const { content, name, toolCalls, refusal } = message;
  let tokens = TOKENS_PER_MESSAGE;
  if (typeof content === "string") tokens += ofText(content);
  else {
    for (const part of content) tokens += partTokens(part, ofText, images);
  }
  if (name !== undefined) tokens += ofText(name);
  if (refusal !== undefined) tokens += ofText(refusal);
  tokens += reasoningTokens(message, ofText);
  for (const call of toolCalls ?? []) tokens += TOKENS_PER_MESSAGE + ofText(call.name) + ofText(call.arguments);
  return tokens;
};

const promptTokens = (
  call: ChatCall,
  ofText: (text: string) => number,
  images: ImageTokens = USUAL_IMAGE_TOKENS,
): number => {
  let tokens = TOKENS_PER_PROMPT;
  for (const message of call.messages) tokens += messageTokens(message, ofText, images);
  for (const { name, description, parameters } of call.tools ?? []) {
    tokens +=
      TOKENS_PER_TOOL +
      ofText(name) +
      ofText(description ?? "") +
      (parameters === undefined ? 0 : ofText(writtenSchema(parameters)));
  }
  if (call.responseFormat?.type === "json_schema") {
    const { name, description, schema } = call.responseFormat;
    tokens += ofText(name) + ofText(description ?? "") + ofText(writtenSchema(schema));
  }
  return tokens;
};

/** The texts of a prompt, and the tokens of what is around them. */
const partsOf = (
  call: ChatCall,
  images?: ImageTokens,
): { readonly texts: readonly string[]; readonly frame: number } => {
  const texts: string[] = [];
  const frame = promptTokens(
    call,
    (text) => {
      texts.push(text);
      return 0;
    },
    images,
  );
  return { texts, frame };
};

/** @param random Draws where samples lie: 0 to 1, 1 excluded. */
export const createTokenCounter = (random: () => number): TokenCounter => {
  let encoding: Encoding | undefined;
  const load = (): Encoding => {
    if (encoding === undefined) {
      // Loaded at the first need: most calls are counted by their provider.
      encoding = require("gpt-tokenizer/encoding/o200k_base") as Encoding;
      encoding.setMergeCacheSize(MAX_REMEMBERED_MERGES);
    }
    return encoding;
  };

  const countPiece = (piece: string): number => load().countTokens(piece, AS_PLAIN_TEXT);

  const countTexts = (texts: readonly string[]): number => {
    const sample = sampleOf(texts, random);
    return tokensOfAll(
      sample.pieces.reduce((sum, piece) => sum + countPiece(piece), 0),
      sample,
    );
  };

  const turns = createCountTurns();

  const countPiecesInTurns = async (pieces: readonly string[], nextTurn: () => Promise<void>): Promise<number> => {
    let tokens = 0;
    let room = 0;
    for (const piece of pieces) {
      if (piece.length > room) {
        await nextTurn();
        room = TURN_CHARACTERS;
      }
      room -= piece.length;
      tokens += countPiece(piece);
    }
    return tokens;
  };

  const countTextsInTurns = async (of: CountedFor, texts: readonly string[]): Promise<number> => {
    const sample = sampleOf(texts, random);
    if (sample.all <= TURN_CHARACTERS) return countTexts(texts);
    const tokens = await turns.run(of, (nextTurn) => countPiecesInTurns(sample.pieces, nextTurn));
    return tokensOfAll(tokens, sample);
  };

  /** Tokens of the texts of prompts that were counted. */
  const known = new WeakMap<ChatCall, number>();

  return {
    estimatePrompt: (call, images) => promptTokens(call, estimateTextTokens, images),
    estimateText: estimateTextTokens,
    countPrompt(call, images) {
      const { texts, frame } = partsOf(call, images);
      const tokens = known.get(call) ?? countTexts(texts);
      known.set(call, tokens);
      return frame + tokens;
    },
    async countPromptInTurns(of, call, images) {
      const { texts, frame } = partsOf(call, images);
      const tokens = known.get(call) ?? (await countTextsInTurns(of, texts));
      known.set(call, tokens);
      return frame + tokens;
    },
    countText: (text) => countTexts([text]),
    countTextsInTurns,
    warmUp() {
      countPiece("warm");
    },
  };
};
