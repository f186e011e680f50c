import { CHAT_BOUNDS, MODEL_ID_CHARACTERS } from "@cenote/core";
import { Type } from "typebox";
import { optionalBoolean, optionalNumber, optionalOf, optionalString } from "../schema/fields";

/** How many of each a request may have. */
export const MOST = {
  stopSequences: 16,
  tools: 128,
  fallbackModels: 8,
  logitBiases: 1024,
  labels: 16,
} as const;

const modelId = () => Type.String({ minLength: 1, maxLength: MODEL_ID_CHARACTERS, description: "`<provider>/<model>`" });

export const functionName = Type.String({ pattern: "^[a-zA-Z0-9_-]{1,64}$", description: "1 to 64 letters, digits, `_` or `-`" });

/** Fields that bodies of chat calls have in common, whichever API they are of. */
export const callFields = {
  model: modelId(),
  temperature: optionalNumber({
    ...CHAT_BOUNDS.temperature, description: "How freely words are chosen. Above 1 Claude gets 1, the most it knows. The model's own without.",
  }),
  top_p: optionalNumber({ ...CHAT_BOUNDS.topP, description: "Alternative to temperature." }),
  parallel_tool_calls: optionalBoolean("False: one call at a time."),
  user: optionalString({ description: "Who is behind the call, for the provider, where it takes it." }),
  zdr: optionalBoolean("Zero data retention: only routes marked for it are used, nothing of the content is stored or logged."),
  models: optionalOf(Type.Array(modelId(), { maxItems: MOST.fallbackModels }), "Models to try in order when no route of `model` answers."),
  continue_on_cut: optionalBoolean("A stream that is cut or falls silent goes on over another route of its model, where one takes the beginning of an answer."),
};
