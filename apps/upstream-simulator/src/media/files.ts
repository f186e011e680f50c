import type { FileFate } from "../behaviour/behaviour";
import { seedOf } from "../pseudo-model/random";
import {
  fleetingReading,
  plainAnswer,
  type Answer,
  type IncomingCall,
  type Reading,
  type WireFormat,
} from "../wire-format";
import type { VideoJob } from "./jobs";
import { makeMp4 } from "./mp4";
import { makePng } from "./png";

/** A generated file, described by the path of its URL and generated on every fetch, always the same. */
export type MadeFile =
  | { readonly type: "png"; readonly width: number; readonly height: number; readonly seed: number }
  | { readonly type: "mp4"; readonly aspectRatio: string; readonly durationS: number; readonly seed: number };

const FILE =
  /^\/media\/(?<fate>[a-z_]+)\/(?:(?<width>\d+)x(?<height>\d+)-(?<picture>\d+)\.png|(?<wide>\d+)-(?<high>\d+)-(?<seconds>\d+)s-(?<film>\d+)\.mp4)$/;

const HUGE_PARTS = 2048;
const PART = "\0".repeat(1024 * 1024);
const METADATA_URL = "http://169.254.169.254/latest/meta-data/";
const MAX_SIDE = 8192;
const MAX_SECONDS = 60;

const nameOf = (file: MadeFile): string =>
  file.type === "png"
    ? `${file.width}x${file.height}-${file.seed}.png`
    : `${file.aspectRatio.replace(":", "-")}-${file.durationS}s-${file.seed}.mp4`;

/** The simulator's own address, as the caller knows it. */
export const ownOrigin = (call: IncomingCall): string => `http://${call.header("host") ?? "127.0.0.1"}`;

export const fileUrl = (call: IncomingCall, fate: FileFate, file: MadeFile): string =>
  `${ownOrigin(call)}/${call.provider}/media/${fate}/${nameOf(file)}`;

/** The image of a prompt. */
export const pngOf = (text: string, width: number, height: number): Extract<MadeFile, { type: "png" }> => ({
  type: "png",
  width,
  height,
  seed: seedOf(text) >>> 0,
});

/** The video of a job; another first frame gives another video. */
export const filmOf = ({
  model,
  prompt,
  given = "",
  aspectRatio,
  durationS,
}: VideoJob): Extract<MadeFile, { type: "mp4" }> => ({
  type: "mp4",
  aspectRatio,
  durationS,
  seed: seedOf(`${model} ${prompt}${given}`),
});

export const bytesOf = (file: MadeFile): Buffer =>
  file.type === "png" ? makePng(file.width, file.height, file.seed) : makeMp4(file);

const bytesAnswer = (contentType: string, texts: readonly string[], stream: boolean): Answer => ({
  status: 200,
  contentType,
  encoding: "latin1",
  stream,
  stamp: () => "",
  parts: texts.map((text) => ({ role: "content", text, stamped: false })),
});

const redirect = (location: string): Answer => ({ ...plainAnswer(302, ""), headers: { location } });

const fileOf = (groups: Readonly<Record<string, string | undefined>>): MadeFile | undefined => {
  const number = (name: string) => Number(groups[name] ?? 0);
  const isFilm = groups["film"] !== undefined;
  const [width, height] = isFilm ? [number("wide"), number("high")] : [number("width"), number("height")];
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE) return undefined;
  if (!isFilm) return { type: "png", width, height, seed: number("picture") };
  const durationS = number("seconds");
  return durationS < 1 || durationS > MAX_SECONDS
    ? undefined
    : { type: "mp4", aspectRatio: `${width}:${height}`, durationS, seed: number("film") };
};

const answerOf = (call: IncomingCall, fate: string, file: MadeFile): Answer | undefined => {
  const contentType = file.type === "png" ? "image/png" : "video/mp4";
  switch (fate as FileFate) {
    case "ok":
      return bytesAnswer(contentType, [bytesOf(file).toString("latin1")], false);
    case "wrong_type":
      return { ...plainAnswer(200, "<html><title>Not here</title></html>"), contentType: "text/html" };
    case "huge":
      return bytesAnswer(
        contentType,
        Array.from({ length: HUGE_PARTS }, () => PART),
        true,
      );
    case "redirect":
      return redirect(fileUrl(call, "ok", file));
    case "redirect_loop":
      return redirect(fileUrl(call, "redirect_loop", file));
    case "redirect_private":
      return redirect(METADATA_URL);
    case "vanished":
      return undefined;
  }
};

const NOT_FOUND = { ...plainAnswer(404, "not found"), contentType: "text/plain" };

/** The files that providers' answers refer to, under each provider's path. They need no key. */
export const mediaFiles: WireFormat = {
  read(call): Reading | undefined {
    const groups = call.method === "GET" ? FILE.exec(call.path)?.groups : undefined;
    if (groups === undefined) return undefined;
    const file = fileOf(groups);
    const answer = (file === undefined ? undefined : answerOf(call, groups["fate"] ?? "", file)) ?? NOT_FOUND;
    // Files are too large to be worth caching.
    return fleetingReading(answer);
  },
  errorBody: (_provider, { status, message }) =>
    JSON.stringify({ detail: message ?? `The file server failed (${status}).` }),
};
