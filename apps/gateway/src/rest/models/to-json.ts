import type { PriceLine } from "@cenote/contracts";
import { shortestDecimal } from "@cenote/core";
import type { ListedModel, ModelList } from "../../models/directory";
import { USAGE_UNIT_NAMES } from "../../models/usage-unit";

const priceJson = ({ unit, variant, per, usd, mxn }: PriceLine): string =>
  `{"unit":"${USAGE_UNIT_NAMES[unit]}"${variant === "" ? "" : `,"variant":${JSON.stringify(variant)}`},"per":${per},"usd":${shortestDecimal(usd)},"mxn":${shortestDecimal(mxn)}}`;

/** One model in OpenAI's format, with further members. Members that don't apply to its type are left out. */
export const modelJson = ({ model, prices }: ListedModel, simulated: boolean): string => {
  const facts = JSON.stringify({
    id: model.id,
    object: "model",
    created: Number(model.created),
    owned_by: model.id.split("/", 1)[0],
    type: model.type,
    context_length: model.contextTokens,
    max_output_tokens: model.maxOutputTokens,
    capabilities: model.capabilities,
    dimensions: model.dimensions,
    default_duration: model.defaultDurationS,
    max_duration: model.maxDurationS,
    durations: model.durationsS.length === 0 ? undefined : model.durationsS,
    audio: model.audio,
    takes_first_frame: model.takesFirstFrame,
    sizes: model.sizes.length === 0 ? undefined : model.sizes,
    max_input_images: model.maxInputImages,
    takes_mask: model.takesMask,
    zdr: model.zdr,
    shutdown_date: model.shutdownDate,
    simulated: simulated ? true : undefined,
  });
  return `${facts.slice(0, -1)},"prices":[${prices.map(priceJson).join(",")}]}`;
};

export const modelListJson = ({ models, simulated }: ModelList): string =>
  `{"object":"list"${simulated ? `,"simulated":true` : ""},"data":[${models.map((model) => modelJson(model, simulated)).join(",")}]}`;
