import { MAX_EMBEDDING_INPUTS } from "@cenote/core";
import { type Static, Type } from "typebox";
import { optionalBoolean, optionalEnum, optionalInteger, optionalString } from "../../schema/fields";
import { callFields } from "../call-fields";

const MAX_DIMENSIONS = 65_536;
const MAX_TOKEN = 4_294_967_295;
const tokens = Type.Array(Type.Integer({ minimum: 0, maximum: MAX_TOKEN }), { minItems: 1 });
const several = { minItems: 1, maxItems: MAX_EMBEDDING_INPUTS };

/**
 * Body of `POST /v1/embeddings`: validation, type and document. Unknown fields are ignored and reported. `null` means
 * absent.
 */
export const embeddingsBody = Type.Object({
  model: callFields.model,
  input: Type.Union(
    [Type.String({ minLength: 1 }), Type.Array(Type.String(), several), tokens, Type.Array(tokens, several)],
    {
      description: `A text, up to ${MAX_EMBEDDING_INPUTS} texts, an array of tokens, or up to ${MAX_EMBEDDING_INPUTS} arrays of tokens.`,
    },
  ),
  dimensions: optionalInteger({
    minimum: 1,
    maximum: MAX_DIMENSIONS,
    description: "Smaller dimensionality, if the model supports it.",
  }),
  encoding_format: optionalEnum(["float", "base64"], "`base64`: little-endian 32-bit floats."),
  user: optionalString(),
  zdr: optionalBoolean("Zero data retention, as in chat."),
});

export type EmbeddingsBody = Static<typeof embeddingsBody>;
