import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider";
import { askedOf } from "../requests/asked-settings";
import type { ChatCall, ChatSetting, ResponseFormat, Tool, ToolChoice } from "../spec";
import type { SdkLanguageModel } from "./model-types";
import { type SupportedUrls, promptFor, toPrompt } from "./to-prompt";

type Options = { -readonly [Key in keyof LanguageModelV4CallOptions]: LanguageModelV4CallOptions[Key] };
type Reasoning = NonNullable<LanguageModelV4CallOptions["reasoning"]>;

const EFFORTS: ReadonlySet<string> = new Set<Reasoning>(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

const isEffort = (word: string): word is Reasoning => EFFORTS.has(word);

const NO_PARAMETERS = { type: "object", properties: {} };

const toTool = ({ name, description, parameters, strict }: Tool): LanguageModelV4FunctionTool => ({
  type: "function",
  name,
  inputSchema: parameters ?? NO_PARAMETERS,
  ...(description === undefined ? {} : { description }),
  ...(strict === undefined ? {} : { strict }),
});

const toToolChoice = (choice: ToolChoice): LanguageModelV4ToolChoice =>
  choice.mode === "function" ? { type: "tool", toolName: choice.name } : { type: choice.mode };

const toFormat = (format: ResponseFormat): LanguageModelV4CallOptions["responseFormat"] => {
  switch (format.type) {
    case "text":
      return undefined;
    case "json_object":
      return { type: "json" };
    case "json_schema":
      return {
        type: "json",
        schema: format.schema,
        name: format.name,
        ...(format.description === undefined ? {} : { description: format.description }),
      };
  }
};

/** Fields that the packages' interface does not have. */
export const unspoken = (call: ChatCall, model: SdkLanguageModel | undefined): ChatSetting[] => {
  const fields: ChatSetting[] = askedOf(call, ["parallelToolCalls", "logprobs", "topLogprobs", "logitBias"]);
  if (call.reasoningEffort !== undefined && (model?.specificationVersion === "v3" || !isEffort(call.reasoningEffort)))
    fields.push("reasoningEffort");
  return fields;
};

/** Converts a call to the packages' interface, without the fields that it does not have. Throws ProviderError `rejected`. */
export const toOptions = (call: ChatCall, model: SdkLanguageModel, urls: SupportedUrls): LanguageModelV4CallOptions => {
  const options: Options = { prompt: promptFor(model, toPrompt(call.messages, urls)) };
  if (call.maxTokens !== undefined) options.maxOutputTokens = call.maxTokens;
  if (call.temperature !== undefined) options.temperature = call.temperature;
  if (call.topP !== undefined) options.topP = call.topP;
  if (call.stop !== undefined && call.stop.length > 0) options.stopSequences = [...call.stop];
  if (call.presencePenalty !== undefined && call.presencePenalty !== 0) options.presencePenalty = call.presencePenalty;
  if (call.frequencyPenalty !== undefined && call.frequencyPenalty !== 0)
    options.frequencyPenalty = call.frequencyPenalty;
  if (call.seed !== undefined) options.seed = call.seed;
  if (call.tools !== undefined && call.tools.length > 0) options.tools = call.tools.map(toTool);
  if (call.toolChoice !== undefined && options.tools !== undefined) options.toolChoice = toToolChoice(call.toolChoice);
  if (call.responseFormat !== undefined) options.responseFormat = toFormat(call.responseFormat);
  if (call.reasoningEffort !== undefined && isEffort(call.reasoningEffort) && model.specificationVersion === "v4")
    options.reasoning = call.reasoningEffort;
  return options;
};
