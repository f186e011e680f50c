import { MODEL_ID_CHARACTERS } from "@cenote/core";
import { type Static, Type } from "typebox";
import { optionalBoolean, optionalEnum, optionalInteger, optionalString } from "../../schema/fields";

/** As JSON Schema counts them: an emoji is one. */
const PROMPT_CHARACTERS = 4000;
const MAX_IMAGES = 8;

/** Body of `POST /v1/images/generations`: validation, type and document. Unknown fields are left out and told, `null` means absent. */
export const imagesBody = Type.Object({
  model: Type.String({ minLength: 1, maxLength: MODEL_ID_CHARACTERS, description: "`<provider>/<model>`" }),
  prompt: Type.String({ minLength: 1, maxLength: PROMPT_CHARACTERS, description: "What is to be seen." }),
  n: optionalInteger({ minimum: 1, maximum: MAX_IMAGES, description: "How many; each is billed by itself. 1 without." }),
  size: optionalString({
    pattern: "^[1-9][0-9]{1,4}x[1-9][0-9]{1,4}$", description: "`<width>x<height>`, such as `1024x1024`, one of the model's `sizes` (`auto` is none); its first without",
  }),
  quality: optionalEnum(["standard", "hd"], "Models that know no quality ignore it. OpenAI's other words for it (`low`, `medium`, `high`, `auto`) are refused."),
  response_format: optionalEnum(["url"], "Images are stored and given by address: `b64_json` is refused."),
  stream: optionalEnum([false], "Images come whole: true is refused."),
  user: optionalString(),
  zdr: optionalBoolean("Zero data retention can't be kept for what is stored: true is refused."),
});

export type ImagesBody = Static<typeof imagesBody>;
