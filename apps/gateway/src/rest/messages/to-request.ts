import { hash } from "node:crypto";
import type { ChatRequest, Model, ResponseFormat, Tool, ToolChoice } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import { refuseChoiceOfNone } from "../../bodies/chosen-tools";
import type { BodyMessage, BodyTool, BodyToolChoice, MessagesBody } from "./body";
import { toEffort } from "./to-effort";
import { systemMessage, toChatMessages } from "./to-turns";

export interface MessagesRequest {
  readonly chat: ChatRequest;
  /** Ignored fields, for the header that names them. */
  readonly ignored: readonly string[];
}

/** Facts about the model; undefined if it is not listed, which inference refuses. */
export type KnownModel = Pick<Model, "capabilities" | "maxOutputTokens"> | undefined;

/** OpenAI's limit. A longer id is sent as its SHA-256 in hexadecimal, which has this length. */
const MAX_USER_CHARACTERS = 64;
const FORMAT_NAME = "answer";

const toUser = (id: string | null | undefined): string | undefined =>
  typeof id === "string" && id.length > MAX_USER_CHARACTERS ? hash("sha256", id, "hex") : (id ?? undefined);

const toTool = ({ name, description, input_schema: schema, strict }: BodyTool): Tool => ({
  name,
  description: description ?? "",
  parametersJson: JSON.stringify(schema),
  strict: strict ?? undefined,
});

/** Tools that results name by reference. This is how a client that searches its own tools loads them. */
const referencedIn = (messages: readonly BodyMessage[]): ReadonlySet<string> => {
  const blocks = messages.flatMap(({ role, content }) =>
    role === "user" && typeof content !== "string" ? content : [],
  );
  const parts = blocks.flatMap((block) =>
    block.type === "tool_result" && typeof block.content !== "string" ? (block.content ?? []) : [],
  );
  return new Set(parts.flatMap((part) => (part.type === "tool_reference" ? [part.tool_name] : [])));
};

/** The tools without the deferred ones that are not loaded. */
const loadedTools = ({ tools, messages }: MessagesBody): readonly BodyTool[] => {
  const all = tools ?? [];
  if (all.every((tool) => tool.defer_loading !== true)) return all;
  const referenced = referencedIn(messages);
  return all.filter(({ name, defer_loading: isDeferred }) => isDeferred !== true || referenced.has(name));
};

const CHOICE_MODES = { auto: "auto", any: "required", tool: "function", none: "none" } as const;

const toToolChoice = (choice: BodyToolChoice): ToolChoice => ({
  mode: CHOICE_MODES[choice.type],
  name: choice.type === "tool" ? choice.name : "",
});

const isOneAtATime = (choice: BodyToolChoice | null | undefined): boolean =>
  choice?.type !== "none" && choice?.disable_parallel_tool_use === true;

const toResponseFormat = (format: MessagesBody["output_format"]): ResponseFormat | undefined =>
  format
    ? { type: "json_schema", name: FORMAT_NAME, description: "", schemaJson: JSON.stringify(format.schema) }
    : undefined;

const refuseContradictions = ({
  tools,
  tool_choice: choice,
  output_config: config,
  output_format: format,
}: MessagesBody): void => {
  refuseChoiceOfNone(tools, choice && CHOICE_MODES[choice.type]);
  if (config?.format && format) {
    throw invalidField("output_format", "the same as `output_config.format`; send one of them.");
  }
};

/**
 * The body as a request to inference. Pure. Errors: invalid_request_error that names the field.
 * @param model Its maximum replaces a higher `max_tokens`: the field is required, and clients know only the maximum of
 * Anthropic's models.
 */
export const toMessagesRequest = (body: MessagesBody, model: KnownModel): MessagesRequest => {
  refuseContradictions(body);
  const { effort, ignored } = toEffort(body, model);
  return {
    ignored,
    chat: {
      model: body.model,
      messages: [
        ...(body.system === null || body.system === undefined ? [] : [systemMessage(body.system)]),
        ...toChatMessages(body.messages),
      ],
      temperature: body.temperature ?? undefined,
      topP: body.top_p ?? undefined,
      maxTokens: Math.min(body.max_tokens, model?.maxOutputTokens ?? body.max_tokens),
      stop: body.stop_sequences ?? [],
      responseFormat: toResponseFormat(body.output_config?.format ?? body.output_format),
      tools: loadedTools(body).map(toTool),
      toolChoice: body.tool_choice ? toToolChoice(body.tool_choice) : undefined,
      parallelToolCalls: isOneAtATime(body.tool_choice) ? false : undefined,
      reasoningEffort: effort,
      logitBias: {},
      user: toUser(body.metadata?.user_id),
      fallbackModels: body.models ?? [],
      continueOnCut: body.continue_on_cut === true,
    },
  };
};
