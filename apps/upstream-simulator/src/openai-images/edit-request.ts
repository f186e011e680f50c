import { type Fields, fieldsOf, parseFields, wordOf } from "../json-body";
import { type GivenImage, givenByUrl } from "../media/given-image";
import type { FormPart } from "../read-form";
import type { IncomingCall } from "../wire-format";
import type { ImageRequest } from "./check";

/** An edit request, as a form or as JSON. */
export interface EditRequest {
  readonly fields: ImageRequest;
  /** The images whose bytes are in the request. */
  readonly images: readonly GivenImage[];
  readonly mask: GivenImage | undefined;
  /** The request's name for the images. */
  readonly imagesField: "image" | "images";
  readonly isForm: boolean;
}

const fileOf = (part: FormPart): GivenImage =>
  "bytes" in part ? part : { bytes: Buffer.from(part.text), contentType: "text/plain" };

const fromForm = (form: readonly FormPart[]): EditRequest => {
  const texts = Object.fromEntries(form.flatMap((part) => ("text" in part ? [[part.name, part.text]] : [])));
  const filesOf = (...names: readonly string[]) => form.filter(({ name }) => names.includes(name)).map(fileOf);
  const { n, ...rest } = texts;
  return {
    fields: { model: "", prompt: "", ...rest, ...(n === undefined ? {} : { n: Number(n) }) },
    images: filesOf("image", "image[]"),
    mask: filesOf("mask")[0],
    imagesField: "image",
    isForm: true,
  };
};

/** OpenAI's `image_url`, xAI's `url`. */
const givenIn = (reference: unknown): GivenImage[] => {
  const { image_url: url, url: ownUrl } = fieldsOf(reference);
  const given = givenByUrl(wordOf(url) || wordOf(ownUrl));
  return given === undefined ? [] : [given];
};

const fromJson = (body: Fields): EditRequest => {
  const { image, images, mask, ...rest } = body;
  const listed: readonly unknown[] = Array.isArray(images) ? images : image === undefined ? [] : [image];
  return {
    fields: rest as unknown as ImageRequest,
    images: listed.flatMap(givenIn),
    mask: givenIn(mask)[0],
    imagesField: image === undefined ? "images" : "image",
    isForm: false,
  };
};

/** @returns Undefined for a body that is neither a form nor a JSON object. */
export const readEdit = ({ form, body }: IncomingCall): EditRequest | undefined => {
  if (form !== undefined) return fromForm(form);
  const fields = parseFields(body);
  return fields && fromJson(fields);
};
