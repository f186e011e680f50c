import type { FastifyRequest } from "fastify";
import { createFieldNames, type FieldNames, SAME_NAMES } from "../field-names";

/** Media's errors name the images of an edit as a form does: `image`, `image[2]`, `mask`. */
const AS_JSON = createFieldNames([
  [/^image\[(\d+)\]$/, "images[$1].image_url"],
  [/^image$/, "images"],
  [/^mask$/, "mask.image_url"],
]);

/** Translates the field names in media's errors to the format of this body. */
export const editNamesOf = ({ headers }: FastifyRequest): FieldNames =>
  /^multipart\//i.test(headers["content-type"] ?? "") ? SAME_NAMES : AS_JSON;
