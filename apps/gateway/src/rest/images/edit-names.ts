import type { FastifyRequest } from "fastify";
import { createFieldNames, type FieldNames, SAME_NAMES } from "../field-names";

/** Media names the images of an edit as a form does: `image`, `image[2]`, `mask`. */
const AS_JSON = createFieldNames([
  [/^image\[(\d+)\]$/, "images[$1].image_url"],
  [/^image$/, "images"],
  [/^mask$/, "mask.image_url"],
]);

/** What media's errors call the fields of the body that came. */
export const editNamesOf = ({ headers }: FastifyRequest): FieldNames =>
  /^multipart\//i.test(headers["content-type"] ?? "") ? SAME_NAMES : AS_JSON;
