import { CHAT_BOUNDS } from "@cenote/core";
import { type Static, Type } from "typebox";
import {
  optionalBoolean,
  optionalEnum,
  optionalNumber,
  optionalOf,
  optionalString,
  taggedUnion,
} from "../../schema/fields";
import { callFields, MOST } from "../../bodies/call-fields";
import { HTTPS_URL } from "../../bodies/url-patterns";

/** More than in other bodies, because Claude Code sends the tools of every MCP server. */
const MOST_TOOLS = 512;

/** The minimum of Anthropic's API. */
const LEAST_BUDGET_TOKENS = 1_024;

const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const;

const toolName = Type.String({
  pattern: "^[a-zA-Z0-9_-]{1,128}$",
  description: "1 to 128 letters, digits, `_` or `-`",
});

const textBlock = Type.Object({
  type: Type.Literal("text"),
  text: Type.String({ description: "Text of the message." }),
});

const base64Source = Type.Object({
  type: Type.Literal("base64"),
  media_type: Type.Unsafe<string>({
    enum: ["image/jpeg", "image/png", "image/gif", "image/webp"],
    description: "Of the image.",
  }),
  data: Type.String({ description: "The image, in base64." }),
});
const urlSource = Type.Object({
  type: Type.Literal("url"),
  url: Type.String({ pattern: HTTPS_URL, description: "an `https:` URL" }),
});
const imageBlock = Type.Object({
  type: Type.Literal("image"),
  source: taggedUnion<Static<typeof base64Source> | Static<typeof urlSource>>(
    "type",
    [base64Source, urlSource],
    "The image, by address or as it is.",
  ),
});

const pdfSource = Type.Object({
  type: Type.Literal("base64"),
  media_type: Type.Literal("application/pdf"),
  data: Type.String({ description: "The file, in base64." }),
});
const textSource = Type.Object({
  type: Type.Literal("text"),
  media_type: Type.Literal("text/plain"),
  data: Type.String({ description: "The text." }),
});
const contentSource = Type.Object({
  type: Type.Literal("content"),
  content: Type.Union(
    [Type.String(), Type.Array(taggedUnion<TextBlock | ImageBlock>("type", [textBlock, imageBlock]))],
    { description: "A text, or blocks." },
  ),
});
const documentBlock = Type.Object({
  type: Type.Literal("document"),
  source: taggedUnion<Static<typeof pdfSource> | Static<typeof textSource> | Static<typeof contentSource>>(
    "type",
    [pdfSource, textSource, contentSource],
    "A PDF file, for models with the capability `pdf`, or a text. Addresses and ids of files are not supported.",
  ),
  title: optionalString({ description: "Name of the document." }),
  context: optionalString({ description: "What the model should know about it." }),
});

const searchResultBlock = Type.Object({
  type: Type.Literal("search_result"),
  source: Type.String({ description: "Where it was found, such as its address. The model gets it before the text." }),
  title: Type.String({ description: "Title. The model gets it first." }),
  content: Type.Array(textBlock, { description: "What was found." }),
});

const toolReferenceBlock = Type.Object({
  type: Type.Literal("tool_reference"),
  tool_name: Type.String({
    minLength: 1,
    description: "Name of one of `tools`, found by the caller's own tool search. From here on, the model may call it.",
  }),
});

const toolResultBlock = Type.Object({
  type: Type.Literal("tool_result"),
  tool_use_id: Type.String({ minLength: 1, description: "`id` of the tool call that this answers." }),
  content: optionalOf(
    Type.Union([
      Type.String(),
      Type.Array(
        taggedUnion<ResultBlock>("type", [textBlock, imageBlock, documentBlock, searchResultBlock, toolReferenceBlock]),
      ),
    ]),
    "The result. Its images and files are sent as the user's, after the results, because not every provider takes them in one.",
  ),
  is_error: optionalBoolean("The tool failed: its words are sent on with `Error: ` before them."),
});

const toolUseBlock = Type.Object({
  type: Type.Literal("tool_use"),
  id: Type.String({ minLength: 1, description: "Id of the call, from the answer." }),
  name: Type.String({ minLength: 1, description: "Name of the tool." }),
  input: Type.Unsafe<object>({ type: "object", additionalProperties: true, description: "Arguments of the call." }),
});
const thinkingBlock = Type.Object({
  type: Type.Literal("thinking"),
  thinking: Type.String({ description: "The model's reasoning of an earlier turn." }),
  signature: optionalString({
    description:
      "The signature from the answer; a stream sends none for reasoning that is not signed. Signatures that this API did not make are ignored.",
  }),
});
const redactedThinkingBlock = Type.Object({
  type: Type.Literal("redacted_thinking"),
  data: Type.String({ description: "`data` from the answer, unchanged." }),
});

export type TextBlock = Static<typeof textBlock>;
export type ImageBlock = Static<typeof imageBlock>;
export type DocumentBlock = Static<typeof documentBlock>;
export type SearchResultBlock = Static<typeof searchResultBlock>;
/** Blocks that a user's message and a tool's result may contain. */
export type ContentBlock = TextBlock | ImageBlock | DocumentBlock | SearchResultBlock;
export type ResultBlock = ContentBlock | Static<typeof toolReferenceBlock>;
export type ToolResultBlock = Static<typeof toolResultBlock>;
export type UserBlock = ContentBlock | ToolResultBlock;
export type AssistantBlock =
  | TextBlock
  | Static<typeof toolUseBlock>
  | Static<typeof thinkingBlock>
  | Static<typeof redactedThinkingBlock>;

const textOrBlocks = (description: string) => Type.Union([Type.String(), Type.Array(textBlock)], { description });

const userMessage = Type.Object({
  role: Type.Literal("user"),
  content: Type.Union(
    [
      Type.String(),
      Type.Array(
        taggedUnion<UserBlock>("type", [textBlock, imageBlock, documentBlock, searchResultBlock, toolResultBlock]),
        {
          minItems: 1,
        },
      ),
    ],
    {
      description: "A text, or blocks. Tool results are sent to the model first, whatever their position.",
    },
  ),
});
const assistantMessage = Type.Object({
  role: Type.Literal("assistant"),
  content: Type.Union(
    [
      Type.String(),
      Type.Array(taggedUnion<AssistantBlock>("type", [textBlock, toolUseBlock, thinkingBlock, redactedThinkingBlock])),
    ],
    {
      description:
        "A text, or blocks of an earlier answer. As the last message: the beginning of the answer, for models that can continue one.",
    },
  ),
});
const systemMessage = Type.Object({
  role: Type.Literal("system"),
  content: textOrBlocks("Instructions that hold from here on."),
});

export type BodyMessage = Static<typeof userMessage> | Static<typeof assistantMessage> | Static<typeof systemMessage>;

const tool = Type.Object({
  type: optionalEnum(["custom"], "A tool of your own: Anthropic's, such as web search, are not supported."),
  name: toolName,
  description: optionalString({ description: "What it does and when to call it, for the model." }),
  input_schema: Type.Unsafe<object>({
    type: "object",
    additionalProperties: true,
    description: "JSON Schema of the input.",
  }),
  strict: optionalBoolean("Inputs follow the schema strictly, if the provider can guarantee it."),
  defer_loading: optionalBoolean("The tool is sent to the model only after a `tool_reference` names it."),
});

export type BodyTool = Static<typeof tool>;

const oneAtATime = optionalBoolean("True: one call at a time.");
const autoChoice = Type.Object({ type: Type.Literal("auto"), disable_parallel_tool_use: oneAtATime });
const anyChoice = Type.Object({ type: Type.Literal("any"), disable_parallel_tool_use: oneAtATime });
const namedChoice = Type.Object({
  type: Type.Literal("tool"),
  name: Type.String({ minLength: 1, description: "One of `tools`." }),
  disable_parallel_tool_use: oneAtATime,
});
const noChoice = Type.Object({ type: Type.Literal("none") });

export type BodyToolChoice =
  | Static<typeof autoChoice>
  | Static<typeof anyChoice>
  | Static<typeof namedChoice>
  | Static<typeof noChoice>;

const display = optionalEnum(
  ["summarized", "omitted"],
  "`omitted`: blocks of thinking come without their words, but for the signature; words that no provider signs are left out.",
);
const thinkingOn = Type.Object({
  type: Type.Literal("enabled"),
  budget_tokens: Type.Integer({
    minimum: LEAST_BUDGET_TOKENS,
    maximum: CHAT_BOUNDS.maxTokens.maximum,
    description:
      "Its ratio to `max_tokens` selects the effort: below 0.35 `low`, below 0.65 `medium`, otherwise `high`.",
  }),
  display,
});
const thinkingAdaptive = Type.Object({ type: Type.Literal("adaptive"), display });
const thinkingOff = Type.Object({
  type: Type.Unsafe<"disabled" | "between_tools">({ enum: ["disabled", "between_tools"] }),
});

export type BodyThinking = Static<typeof thinkingOn> | Static<typeof thinkingAdaptive> | Static<typeof thinkingOff>;

/** Whether the text of thinking must be left out of the answer. */
export const omitsThinking = ({ thinking }: { readonly thinking?: BodyThinking | null }): boolean =>
  thinking !== undefined && thinking !== null && "display" in thinking && thinking.display === "omitted";

const schemaFormat = Type.Object({
  type: Type.Literal("json_schema"),
  schema: Type.Unsafe<object>({
    type: "object",
    additionalProperties: true,
    description: "JSON Schema of the answer.",
  }),
});
const formatOf = (description: string) =>
  optionalOf(taggedUnion<Static<typeof schemaFormat>>("type", [schemaFormat]), description);

/**
 * Body of `POST /v1/messages`: validation, type and document. `null` means absent. For unknown fields see
 * `../foreign-fields.ts`.
 */
export const messagesBody = Type.Object({
  model: callFields.model,
  max_tokens: Type.Integer({
    ...CHAT_BOUNDS.maxTokens,
    description: "Maximum tokens to generate. Lowered to the model's own maximum.",
  }),
  messages: Type.Array(taggedUnion<BodyMessage>("role", [userMessage, assistantMessage, systemMessage]), {
    minItems: 1,
    description: "The conversation, oldest message first. Consecutive messages of one role are one turn.",
  }),
  system: optionalOf(textOrBlocks("Instructions before the conversation."), "A text, or blocks of text."),
  stop_sequences: optionalOf(
    Type.Array(Type.String(), { maxItems: MOST.stopSequences }),
    "Texts that end the answer; they are not part of it.",
  ),
  temperature: optionalNumber({
    minimum: 0,
    maximum: 1,
    description: "Randomness of the answer. Default: the model's.",
  }),
  top_p: callFields.top_p,
  tools: optionalOf(
    Type.Array(tool, { maxItems: MOST_TOOLS }),
    "Tools that the model may call. It needs the capability `tools`.",
  ),
  tool_choice: optionalOf(
    taggedUnion<BodyToolChoice>("type", [autoChoice, anyChoice, namedChoice, noChoice]),
    "`auto` (the default): the model decides; `any`: at least one call; `tool`: the named tool; `none`: no call.",
  ),
  thinking: optionalOf(
    taggedUnion<BodyThinking>("type", [thinkingOn, thinkingAdaptive, thinkingOff]),
    "`enabled`: the model must reason; a model that cannot is a 400. `adaptive`: ignored, and named in a header, for a model that cannot; `effort` says how much, by default `high`. " +
      "`disabled`, `between_tools`: the model must not reason.",
  ),
  output_config: optionalOf(
    Type.Object({
      effort: optionalEnum(
        EFFORTS,
        "How much the model reasons; its nearest level is used. Ignored, and named in a header, for a model that does not.",
      ),
      format: formatOf("The answer is JSON that matches a schema. The model needs the capability `json_schema`."),
    }),
    "Settings of the answer.",
  ),
  output_format: formatOf("The former name of `output_config.format`. Both at once are a 400."),
  metadata: optionalOf(
    Type.Object({
      user_id: optionalString({
        description:
          "Id of your user, sent to providers that accept one. A digest is sent of an id longer than 64 characters.",
      }),
    }),
    "About the call.",
  ),
  stream: optionalBoolean("Answer with server-sent events."),
  zdr: callFields.zdr,
  models: callFields.models,
  continue_on_cut: callFields.continue_on_cut,
});

export type MessagesBody = Static<typeof messagesBody>;

/** Body of `POST /v1/messages/count_tokens`: the fields that make up the prompt. */
export const countBody = Type.Pick(messagesBody, [
  "model",
  "messages",
  "system",
  "tools",
  "tool_choice",
  "thinking",
  "output_config",
  "output_format",
]);

export type CountBody = Static<typeof countBody>;
