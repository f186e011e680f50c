import { CHAT_BOUNDS, CHAT_MOST, MAX_FALLBACK_MODELS, MODEL_ID_CHARACTERS, VERBOSITIES } from "@cenote/core";
import { Type } from "typebox";
import { optionalBoolean, optionalEnum, optionalNumber, optionalOf, optionalString } from "../schema/fields";
import { PDF_DATA_URL } from "./url-patterns";

/** Most entries of each list in a request. */
export const MOST = { ...CHAT_MOST, labels: 16 } as const;

/** Longest prompt for images or a video, in Unicode code points, as JSON Schema counts: an emoji is one. */
export const PROMPT_CHARACTERS = 4000;

const modelId = () =>
  Type.String({ minLength: 1, maxLength: MODEL_ID_CHARACTERS, description: "`<provider>/<model>`" });

/** A PDF file in a prompt. */
export const pdfDataUrl = Type.String({
  pattern: PDF_DATA_URL,
  description:
    "a PDF file as a data URL, `data:application/pdf;base64,...`; there is no upload of files here, and none is fetched from an address",
});

export const functionName = Type.String({
  pattern: "^[a-zA-Z0-9_-]{1,64}$",
  description: "1 to 64 letters, digits, `_` or `-`",
});

/** Fields that several bodies share: those of all chat APIs, and `model` of all bodies. */
export const callFields = {
  model: modelId(),
  temperature: optionalNumber({
    ...CHAT_BOUNDS.temperature,
    description: "Randomness of the answer. Claude gets at most 1, its maximum. Default: the model's own.",
  }),
  top_p: optionalNumber({ ...CHAT_BOUNDS.topP, description: "Alternative to temperature." }),
  parallel_tool_calls: optionalBoolean("False: at most one tool call per answer."),
  verbosity: optionalEnum(
    VERBOSITIES,
    "How long the answer is. Dropped, and reported in `x-gateway-dropped-fields`, if the model has no such setting.",
  ),
  user: optionalString({ description: "Identifies the end user to the provider, if it supports that." }),
  zdr: optionalBoolean("Zero data retention: only routes marked for it are used, and no content is stored or logged."),
  models: optionalOf(
    Type.Array(modelId(), { maxItems: MAX_FALLBACK_MODELS }),
    "Models to try in order when no route of `model` answers.",
  ),
  continue_on_cut: optionalBoolean(
    "A stream that is cut or stalls is continued over another route of its model, if one supports continuing an answer.",
  ),
};
