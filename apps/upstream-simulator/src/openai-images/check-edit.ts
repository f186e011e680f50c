import { type GivenImage, IMAGE_TYPES, imageTypeOf } from "../media/given-image";
import { pngSizeOf } from "../media/png";
import { lengthProblem, missingProblem } from "../openai/field-problems";
import { invalidRequest, type Problem } from "../openai/problem";
import { imageProblem, kindOfModel } from "./check";
import type { EditRequest } from "./edit-request";

const MAX_IMAGES = { "gpt-image": 16, grok: 3 } as const;

const wrongType = (field: string, contentType: string): Problem =>
  invalidRequest(
    `Invalid file '${field}': unsupported mimetype ('${contentType}'). Supported file formats are 'image/jpeg', 'image/png', and 'image/webp'.`,
    field,
    "unsupported_file_mimetype",
  );

const fileProblem = (field: string, image: GivenImage, place: number): Problem | undefined => {
  if (!IMAGE_TYPES.includes(image.contentType)) return wrongType(field, image.contentType);
  return imageTypeOf(image) === undefined
    ? invalidRequest(
        `Invalid image file or mode for image ${place + 1}, please check your image file.`,
        field,
        "invalid_image_file",
      )
    : undefined;
};

const maskProblem = (mask: GivenImage | undefined, [first]: readonly GivenImage[]): Problem | undefined => {
  if (mask === undefined) return undefined;
  if (imageTypeOf(mask) !== "image/png") return wrongType("mask", mask.contentType);
  const [size, expected] = [pngSizeOf(mask.bytes), first && pngSizeOf(first.bytes)];
  return size === undefined || expected === undefined || String(size) === String(expected)
    ? undefined
    : invalidRequest("Invalid mask image format - mask size does not match image size.", "mask", "invalid_image_file");
};

/** The error of OpenAI or xAI for an invalid edit request. */
export const editProblem = ({ fields, images, mask, imagesField, isForm }: EditRequest): Problem | undefined => {
  const kind = kindOfModel(fields.model ?? "");
  if (kind !== "gpt-image" && kind !== "grok")
    return invalidRequest(
      `Invalid value: '${fields.model}'. The model does not edit images.`,
      "model",
      "invalid_value",
    );
  if (kind === "grok" && isForm)
    return { ...invalidRequest("Expected request with `Content-Type: application/json`"), status: 415 };
  if (images.length === 0) return missingProblem(imagesField);
  const long = lengthProblem(images, imagesField, MAX_IMAGES[kind]);
  if (long !== undefined) return long;
  for (const [place, image] of images.entries()) {
    const found = fileProblem(imagesField, image, place);
    if (found !== undefined) return found;
  }
  return maskProblem(mask, images) ?? imageProblem(fields);
};
