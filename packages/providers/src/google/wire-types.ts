/**
 * Requests and answers of Google's Gemini API, as far as they are used. Any field of an answer may be missing or null,
 * whatever the documentation says.
 */

export interface WireAnswer {
  readonly candidates?: readonly (WireCandidate | null)[] | null;
  readonly promptFeedback?: { readonly blockReason?: unknown; readonly blockReasonMessage?: unknown } | null;
  readonly usageMetadata?: WireUsage | null;
  readonly responseId?: unknown;
}

export interface WireCandidate {
  readonly content?: { readonly parts?: readonly (WireAnswerPart | null)[] | null } | null;
  readonly finishReason?: unknown;
  readonly finishMessage?: unknown;
  readonly logprobsResult?: WireLogprobs | null;
}

export interface WireAnswerPart {
  readonly text?: unknown;
  /** Whether the text is the model's reasoning. */
  readonly thought?: unknown;
  readonly thoughtSignature?: unknown;
  readonly functionCall?: WireFunctionCall | null;
}

export interface WireFunctionCall {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly args?: unknown;
  readonly partialArgs?: readonly (WirePartialArg | null)[] | null;
  /** Whether more pieces of the same call follow. */
  readonly willContinue?: unknown;
}

/** A piece of streamed arguments: a value, or the next piece of a string, at a JSON path. */
export interface WirePartialArg {
  readonly jsonPath?: unknown;
  readonly stringValue?: unknown;
  readonly numberValue?: unknown;
  readonly boolValue?: unknown;
  readonly nullValue?: unknown;
}

export interface WireUsage {
  /** Includes cached tokens. */
  readonly promptTokenCount?: unknown;
  readonly cachedContentTokenCount?: unknown;
  /** Without thoughts. */
  readonly candidatesTokenCount?: unknown;
  readonly thoughtsTokenCount?: unknown;
  readonly toolUsePromptTokenCount?: unknown;
}

export interface WireLogprobs {
  readonly chosenCandidates?: readonly (WireLogprob | null)[] | null;
  /** One entry for each chosen token. */
  readonly topCandidates?: readonly ({ readonly candidates?: readonly (WireLogprob | null)[] | null } | null)[] | null;
}

export interface WireLogprob {
  readonly token?: unknown;
  readonly logProbability?: unknown;
}

export interface WireContent {
  readonly role?: "user" | "model";
  readonly parts: WirePart[];
}

export type WirePart =
  | { readonly text: string; readonly thoughtSignature?: string | undefined }
  | { readonly inlineData: { readonly mimeType: string; readonly data: string } }
  | { readonly fileData: { readonly mimeType: string; readonly fileUri: string } }
  | {
      readonly functionCall: { readonly id: string; readonly name: string; readonly args: object };
      readonly thoughtSignature?: string | undefined;
    }
  | { readonly functionResponse: { readonly id: string; readonly name: string; readonly response: object } };

export interface WireEmbeddings {
  readonly embeddings?: readonly ({ readonly values?: unknown } | null)[] | null;
  readonly usageMetadata?: { readonly promptTokenCount?: unknown } | null;
}
