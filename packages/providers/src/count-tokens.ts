import { type CountedFor, createCountTurns } from "./count-turns";
import type { ChatCall, ChatMessage, ContentPart } from "./spec";
import { sampleOf, tokensOfAll } from "./text-sample";
import { writtenSchema } from "./written-schema";

/** Characters that are counted in one round of the event loop: a few milliseconds for the densest text. */
const TURN_CHARACTERS = 1_000;
/** Size of the tokenizer's cache of merges. */
const MAX_REMEMBERED_MERGES = 10_000;

/**
 * UTF-8 bytes per token. English has 4, code 3, Chinese 4. The lowest makes estimates rather too high than too low.
 */
const ESTIMATED_BYTES_PER_TOKEN = 3;
/** Tokens that a chat format adds to each message, and to the whole prompt. */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_PER_PROMPT = 3;
/** For the text of a file's page. A full page has this many, most have fewer. */
const TEXT_TOKENS_PER_PAGE = 1_500;
/**
 * Most tokens for the picture of a page: 2,500 patches at 1.2 tokens. An image may be in finer detail than any page:
 * OpenAI shows pages in high detail to GPT-5.6 and newer models, and in low detail to others
 * (https://developers.openai.com/api/docs/guides/file-inputs).
 */
const MOST_PICTURE_TOKENS_PER_PAGE = 3_000;
/** Tokens of a tool beside its name, description and schema. */
const TOKENS_PER_TOOL = 10;

/** Tokens of one image, by its requested detail. */
export interface ImageTokens {
  readonly low: number;
  /** Tokens of an image in any detail other than low. */
  readonly high: number;
}

/** For models of which nothing is known: an image of 1024 x 1024 as OpenAI counts it, rounded up. */
const USUAL_IMAGE_TOKENS: ImageTokens = { low: 85, high: 1_100 };

/** Counts tokens if the provider does not report them. @param images Those of the model. Default: usual values. */
export interface TokenCounter {
  /** Estimates from lengths alone, for holds. Rather too high than too low. */
  estimatePrompt(call: ChatCall, images?: ImageTokens): number;
  estimateText(text: string): number;
  /**
   * Counts with OpenAI's o200k encoding, which is exact for OpenAI's models and close for others. Used for charges if the
   * provider reports no usage. The count of a call is cached.
   */
  countPrompt(call: ChatCall, images?: ImageTokens): number;
  /**
   * The same in short steps, because a count of dense text would block the event loop for a third of a second. Errors:
   * those of CountTurns.
   */
  countPromptInTurns(of: CountedFor, call: ChatCall, images?: ImageTokens): Promise<number>;
  countText(text: string): number;
  /** The sum over all texts. Many short texts take no longer than one text of their total length. */
  countTextsInTurns(of: CountedFor, texts: readonly string[]): Promise<number>;
  /** Loads the encoding (0.2 s, 70 MB) before the first count needs it. */
  warmUp(): void;
}

interface Encoding {
  countTokens(text: string, options: { readonly disallowedSpecial: ReadonlySet<string> }): number;
  setMergeCacheSize(size: number): void;
}

/** Treats `<|endoftext|>` in a text as text, for which the tokenizer would throw by default. */
const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

export const estimateTextTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / ESTIMATED_BYTES_PER_TOKEN);

/** Reasoning is sent back either as plain text or as signed pieces. */
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

/** The texts of a prompt, and the number of tokens besides the texts. */
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

/** @param random Draws the positions of samples: 0 to 1, 1 excluded. */
export const createTokenCounter = (random: () => number): TokenCounter => {
  let encoding: Encoding | undefined;
  const load = (): Encoding => {
    if (encoding === undefined) {
      // Loaded lazily, because providers report the usage of most calls.
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

  /** Cache of counts: the tokens of a call's texts. */
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
