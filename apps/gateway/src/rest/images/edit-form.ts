import { isUtf8 } from "node:buffer";
import { invalidField } from "@cenote/core";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { editsBody, FormImage } from "../../bodies/images/edits-body";
import { shortened } from "../../schema/refusal";
import { type FormPart, parseFormBody, textOf } from "../../server/bodies/form-body";

const { images: _images, mask: _mask, ...textProperties } = editsBody.properties;

const file = { type: "string", format: "binary" };

/** The body of edits as a form, only for the document. `editsBody` validates it. */
export const editForm = Type.Object({
  ...textProperties,
  image: Type.Unsafe({
    type: "array",
    minItems: 1,
    items: file,
    description:
      "The files of the images to edit, or to use as references, in the order in which the prompt mentions them. PNG, JPEG or WebP, at most the model's `max_input_images`. One file, or several under the same name, or under `image[]`.",
  }),
  mask: Type.Optional(
    Type.Unsafe({
      ...file,
      description:
        "A PNG of the first image's size. Its transparent parts mark where that image may change. For models with `takes_mask`.",
    }),
  ),
});

const FILE_FIELDS = "Files are sent as `image` or `image[]`, and as `mask`.";

const refuse = (name: string, rule: string) => invalidField(shortened(name), rule);

/** Some clients send neither name nor type of a file. Then a part that is not UTF-8 is an image. */
const toGivenImage = ({ name, isFile, bytes }: FormPart): FormImage => {
  if (!isFile && isUtf8(bytes)) throw refuse(name, "must be a file.");
  return new FormImage(bytes);
};

/** The value as JSON would have it. Any other text stays text, and the schema refuses it. */
const toFieldValue = (part: FormPart): unknown => {
  const { name, isFile } = part;
  if (isFile) throw refuse(name, `must be text. ${FILE_FIELDS}`);
  const value = textOf(part);
  if (name === "n" && /^\d{1,9}$/.test(value)) return Number(value);
  return (name === "stream" || name === "zdr") && (value === "true" || value === "false") ? value === "true" : value;
};

/**
 * Fields that only JSON has, or members of them as some clients write them in a form. They must not be ignored as
 * unknown.
 */
const MEMBER_OF_JSON = /^(images?|mask|provider)(?:[.[]|$)/;

const requireFormField = (name: string): void => {
  const [, field] = MEMBER_OF_JSON.exec(name) ?? [];
  if (field === "provider") throw refuse(name, "files are stored, so zero data retention is impossible; leave it out.");
  if (field !== undefined) throw refuse(name, `not a field of a form. ${FILE_FIELDS}`);
};

const toEditsBody = (parts: readonly FormPart[]): object => {
  const fields = new Map<string, unknown>();
  const images: object[] = [];
  for (const part of parts) {
    const { name } = part;
    if (name === "image" || name === "image[]") {
      images.push(toGivenImage(part));
      continue;
    }
    if (name !== "mask") requireFormField(name);
    if (fields.has(name) && Object.hasOwn(editForm.properties, name)) throw refuse(name, "given more than once.");
    fields.set(name, name === "mask" ? toGivenImage(part) : toFieldValue(part));
  }
  if (images.length === 0) throw refuse("image", "required: the file of the image to edit.");
  return Object.fromEntries(fields.set("images", images));
};

/** Converts a form to the body that JSON would have had. Errors: invalid_request_error. */
export const readEditForm = async (request: FastifyRequest): Promise<void> => {
  const { body, headers } = request;
  if (Buffer.isBuffer(body)) request.body = toEditsBody(await parseFormBody(headers["content-type"] ?? "", body));
};
