import type { Behaviour } from "../behaviour/behaviour";
import type { Fields } from "../json-body";
import { fileUrl, pngOf } from "../media/files";
import { sidesOf } from "../media/sides";
import { seedOf } from "../pseudo-model/random";
import { plainAnswer, type Answer, type IncomingCall } from "../wire-format";
import { policyProblem, problemBody } from "./problem";

const NAMED_SIZES: Readonly<Record<string, readonly [number, number]>> = {
  square_hd: [1024, 1024],
  square: [512, 512],
  portrait_4_3: [768, 1024],
  portrait_16_9: [576, 1024],
  landscape_4_3: [1024, 768],
  landscape_16_9: [1024, 576],
};
const LONG_SIDE = 1024;

const sizeOf = ({ image_size: size, aspect_ratio: ratio }: Fields): readonly [number, number] => {
  if (typeof size === "object" && size !== null)
    return [Number((size as Fields)["width"]), Number((size as Fields)["height"])];
  if (typeof ratio === "string") return sidesOf(ratio, LONG_SIDE);
  return (typeof size === "string" ? NAMED_SIZES[size] : undefined) ?? [1024, 768];
};

/** Flagged images are included; the real API returns them black. */
export const imagesAnswer = (
  call: IncomingCall,
  { model, input, prompt }: { readonly model: string; readonly input: Fields; readonly prompt: string },
  { refuse, made, file }: Behaviour,
): Answer => {
  if (refuse) return plainAnswer(422, problemBody(policyProblem()));
  const [width, height] = sizeOf(input);
  const count = Number(input["num_images"] ?? 1);
  const images = Array.from({ length: count }, (_, place) => ({
    url: fileUrl(call, file, pngOf(`${model} ${prompt} ${place}`, width, height)),
    width,
    height,
    content_type: "image/png",
  }));
  const flags = images.map((_, place) => place >= (made ?? count));
  return plainAnswer(
    200,
    JSON.stringify({ images, timings: { inference: 0.5 }, seed: seedOf(prompt), has_nsfw_concepts: flags, prompt }),
  );
};
