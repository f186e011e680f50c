import { invalidField } from "@cenote/core";
import { chatBody } from "../bodies/chat/body";
import { wantedEffort } from "../bodies/chat/wanted-effort";
import { embeddingsBody } from "../bodies/embeddings/body";
import { messagesBody } from "./messages/body";
import { isEmptyList, providerRule, refused } from "./refused";
import { responsesBody } from "./responses/body";
import { createUnknownFields, type FieldRule } from "./unknown-fields";

const provider = providerRule("not known here; use `zdr: true` beside `model`.");

/** A field about reasoning. It is reported if more than its effort would be needed to honour it. */
const effortRule =
  (name: "reasoning" | "thinking"): FieldRule =>
  (_, body) =>
    wantedEffort(body).ignored.includes(name);

/** By name: fields of other APIs' chat bodies that ours do not have. */
export const CHAT_RULES: Readonly<Record<string, FieldRule>> = {
  functions: refused("functions", "not known here; use `tools`.", isEmptyList),
  function_call: refused("function_call", "not known here; use `tool_choice`.", isEmptyList),
  modalities: refused(
    "modalities",
    "answers are text alone; leave it out, and use `POST /v1/images/generations` for images.",
    (value) => Array.isArray(value) && value.every((one) => one === "text"),
  ),
  audio: refused("audio", "answers are text alone; leave it out."),
  web_search_options: refused(
    "web_search_options",
    "there is no web search here; leave it out, or give the model a search of yours in `tools`.",
  ),
  provider,
  reasoning: effortRule("reasoning"),
  thinking: effortRule("thinking"),
};

export const unknownChatFields = createUnknownFields(chatBody, CHAT_RULES);

/**
 * Reports unknown members of a known object by their own names.
 * @param usual Values of members that request only the default behaviour, and so are not reported.
 */
const reportMembers =
  (name: string, usual: Readonly<Record<string, unknown>>): FieldRule =>
  (value) =>
    Object.entries(usual)
      .filter(
        ([member, asked]) => ![null, asked].includes((value as Readonly<Record<string, unknown>>)[member] ?? null),
      )
      .map(([member]) => `${name}.${member}`);

const nothingKept = (field: string): string => `nothing is kept here; send the whole conversation in \`${field}\`.`;

interface ForeignTool {
  readonly type: string;
}
interface ForeignPart {
  readonly type?: unknown;
  readonly detail?: unknown;
}
interface ForeignItem {
  readonly type?: unknown;
  readonly tools?: readonly ForeignTool[];
  readonly content?: string | readonly ForeignPart[];
  readonly output?: string | readonly ForeignPart[];
}

const itemsOf = (input: unknown): readonly ForeignItem[] => (Array.isArray(input) ? input : []);

/** The lists of tools in the body, with their paths. */
const toolListsOf = ({ tools, input }: Readonly<Record<string, unknown>>): [string, readonly ForeignTool[]][] => [
  ...(Array.isArray(tools) ? [["tools", tools] as [string, ForeignTool[]]] : []),
  ...itemsOf(input).flatMap((item, place): [string, readonly ForeignTool[]][] =>
    item.type === "additional_tools" ? [[`input[${place}].tools`, item.tools ?? []]] : [],
  ),
];

/**
 * Agents send the web search tool with every call. Beside other tools it is ignored and reported. If it is the only
 * tool, the call needs the search, and is refused.
 */
const search = (body: Readonly<Record<string, unknown>>): readonly string[] => {
  const lists = toolListsOf(body);
  const [path] = lists.flatMap(([at, tools]) =>
    tools.flatMap(({ type }, place) => (type === "web_search" ? [`${at}[${place}].type`] : [])),
  );
  if (path === undefined) return [];
  if (lists.some(([, tools]) => tools.some(({ type }) => type !== "web_search"))) return ["tools.web_search"];
  throw invalidField(path, "there is no web search here; give the model a search of yours as a function.");
};

/** Whether an item sets `detail` of a file, which only OpenAI supports. */
const asksForDetail = ({ content, output }: ForeignItem): boolean =>
  [content, output].some(
    (parts) =>
      Array.isArray(parts) &&
      parts.some(
        ({ type, detail = null }: ForeignPart) => type === "input_file" && detail !== null && detail !== "auto",
      ),
  );

const input: FieldRule = (items, body) => [
  ...(itemsOf(items).some(({ type }) => type === "additional_tools") ? search(body) : []),
  ...(itemsOf(items).some(asksForDetail) ? ["input_file.detail"] : []),
];

/** By name: fields of OpenAI's Responses API that ours does not have. */
const RESPONSES_RULES: Readonly<Record<string, FieldRule>> = {
  previous_response_id: refused("previous_response_id", nothingKept("input")),
  conversation: refused("conversation", nothingKept("input")),
  prompt: refused("prompt", "not known here; use `instructions` and `input`."),
  background: refused(
    "background",
    "an answer is made while its caller waits; leave it out.",
    (value) => value === false,
  ),
  truncation: (value) => value !== "disabled",
  tools: (_, body) => search(body),
  input,
  // `pro` would be a different answer at a different price.
  reasoning: reportMembers("reasoning", { mode: "standard" }),
  // It turns off padding of the stream, and there is no padding here.
  stream_options: () => false,
  // Codex sends it with every call. It holds labels for the provider's own records.
  client_metadata: () => false,
  provider,
};

export const unknownResponsesFields = createUnknownFields(responsesBody, RESPONSES_RULES);

export const EMBEDDINGS_RULES: Readonly<Record<string, FieldRule>> = { provider };

export const unknownEmbeddingFields = createUnknownFields(embeddingsBody, EMBEDDINGS_RULES);

/** Anthropic's names of the default service tier. */
const USUAL_MESSAGE_TIERS: ReadonlySet<unknown> = new Set(["auto", "standard_only"]);

/** By name: fields of Anthropic's API that ours does not have. */
const MESSAGES_RULES: Readonly<Record<string, FieldRule>> = {
  // Caching is automatic, here and in every block.
  cache_control: () => false,
  service_tier: (tier) => !USUAL_MESSAGE_TIERS.has(tier),
  speed: (speed) => speed !== "standard",
  mcp_servers: refused("mcp_servers", "not known here; give the model what they offer in `tools`.", isEmptyList),
  thread: refused("thread", nothingKept("messages")),
  inference_geo: refused(
    "inference_geo",
    "not known here: where models are asked is the operator's to choose; leave it out.",
  ),
};

export const unknownMessagesFields = createUnknownFields(messagesBody, MESSAGES_RULES);
