/**
 * The parts of the Gemini API's request bodies that are read here. Bodies are validated before they get these types.
 */
export interface GenerateRequest {
  readonly contents: readonly Content[];
  readonly systemInstruction?: Content;
  readonly tools?: readonly { readonly functionDeclarations?: readonly FunctionDeclaration[] }[];
  readonly toolConfig?: {
    readonly functionCallingConfig?: { readonly mode?: string; readonly allowedFunctionNames?: readonly string[] };
  };
  readonly generationConfig?: GenerationConfig;
}

export interface Content {
  readonly role?: string;
  readonly parts: readonly Part[];
}

export interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string };
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: object };
  readonly functionResponse?: { readonly id?: string; readonly name: string; readonly response: object };
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly parametersJsonSchema?: Readonly<Record<string, unknown>>;
}

export interface GenerationConfig {
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly responseMimeType?: string;
  readonly responseSchema?: Readonly<Record<string, unknown>>;
  readonly responseJsonSchema?: Readonly<Record<string, unknown>>;
  readonly responseLogprobs?: boolean;
  readonly logprobs?: number;
  readonly thinkingConfig?: {
    readonly includeThoughts?: boolean;
    readonly thinkingBudget?: number;
    readonly thinkingLevel?: string;
  };
}

export interface EmbedRequest {
  readonly model?: string;
  readonly content: Content;
  readonly outputDimensionality?: number;
}
