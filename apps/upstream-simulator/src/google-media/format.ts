import { readDirectives } from "../behaviour/directives";
import { type Fields, fieldsOf, parseFields, wordOf } from "../json-body";
import { type GivenImage, textOfGiven } from "../media/given-image";
import type { VideoJobs } from "../media/jobs";
import { submitJob } from "../media/submit-job";
import { isMissing } from "../missing-model";
import { fleetingReading, plainAnswer, type IncomingCall, type Reading, type WireFormat } from "../wire-format";
import { generateAnswer, geminiProblem, imagenProblem, predictAnswer, type ImageAsk } from "./images";
import { askedProblem, keyProblem, modelNotFound, problem, problemBody, type Problem } from "../google/problem";
import { downloadAnswer, frameOf, frameProblem, operationAnswer, operationName, videoProblem } from "./videos";

const CALL = /\/models\/(?<model>[^/:]+):(?<call>predict|predictLongRunning|generateContent)$/;
const OPERATION = /\/(?<name>models\/(?<model>[^/]+)\/operations\/(?<id>[a-z0-9]+))$/;
const DOWNLOAD = /\/files\/(?<id>[a-z0-9]+):download$/;
const DEFAULT_DURATION_S = 8;

const refused = (model: string, refusal: Problem): Reading =>
  fleetingReading(plainAnswer(refusal.code, problemBody(refusal)), model);

const firstOf = (value: unknown): Fields => fieldsOf(Array.isArray(value) ? value[0] : undefined);

/** The parts of the last turn of a conversation. */
const partsOf = (contents: unknown): readonly Fields[] => {
  const turns: readonly unknown[] = Array.isArray(contents) ? contents : [];
  const { parts } = fieldsOf(turns.at(-1));
  return (Array.isArray(parts) ? parts : []).map(fieldsOf);
};

const wordsOf = (parts: readonly Fields[]): string =>
  parts
    .map(({ text }) => text)
    .filter((text) => typeof text === "string")
    .join("\n");

const imagesOf = (parts: readonly Fields[]): readonly GivenImage[] =>
  parts.flatMap(({ inlineData }) => {
    if (inlineData === undefined) return [];
    const { data, mimeType } = fieldsOf(inlineData);
    return [{ bytes: Buffer.from(wordOf(data), "base64"), contentType: wordOf(mimeType) }];
  });

const asksForImage = (body: Fields): boolean => {
  const { responseModalities } = fieldsOf(body["generationConfig"]);
  return Array.isArray(responseModalities) && responseModalities.includes("IMAGE");
};

const textOf = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

/** Google's images (Imagen, Gemini's image models) and videos (Veo: operations and files). */
export const createGoogleMedia = ({ jobs }: { readonly jobs: VideoJobs }): WireFormat => {
  const readPredict = (model: string, body: Fields): Reading => {
    const parameters = fieldsOf(body["parameters"]);
    const { text: prompt, directives } = readDirectives(textOf(firstOf(body["instances"])["prompt"], ""));
    const ask: ImageAsk = {
      model,
      prompt,
      count: Number(parameters["sampleCount"] ?? 4),
      aspectRatio: textOf(parameters["aspectRatio"], "1:1"),
      given: [],
    };
    const refusal = imagenProblem(ask);
    if (refusal !== undefined) return refused(model, refusal);
    return {
      model,
      stream: false,
      directives,
      answer: (behaviour) => predictAnswer(ask, behaviour, parameters["includeRaiReason"] === true),
    };
  };

  const readGenerate = (model: string, body: Fields): Reading => {
    const parts = partsOf(body["contents"]);
    const { text: prompt, directives } = readDirectives(wordsOf(parts));
    const { imageConfig } = fieldsOf(body["generationConfig"]);
    const { aspectRatio } = fieldsOf(imageConfig);
    const ask: ImageAsk = {
      model,
      prompt,
      count: 1,
      aspectRatio: typeof aspectRatio === "string" ? aspectRatio : undefined,
      given: imagesOf(parts),
    };
    const refusal = geminiProblem(ask);
    return refusal === undefined
      ? { model, stream: false, directives, answer: (behaviour) => generateAnswer(ask, behaviour) }
      : refused(model, refusal);
  };

  const readSubmit = (model: string, body: Fields): Reading => {
    const parameters = fieldsOf(body["parameters"]);
    const instance = firstOf(body["instances"]);
    const { text: prompt, directives } = readDirectives(textOf(instance["prompt"], ""));
    const refusal =
      prompt === "" && directives.length === 0
        ? problem(400, "The prompt is empty.")
        : (videoProblem(parameters) ?? frameProblem(instance));
    if (refusal !== undefined) return refused(model, refusal);
    const frame = frameOf(instance);
    const job = {
      model,
      prompt,
      given: textOfGiven(frame === undefined ? [] : [frame]),
      durationS: Number(parameters["durationSeconds"] ?? DEFAULT_DURATION_S),
      aspectRatio: textOf(parameters["aspectRatio"], "16:9"),
    };
    return submitJob(jobs, job, directives, (id) =>
      plainAnswer(200, JSON.stringify({ name: operationName(model, id) })),
    );
  };

  const readCall = (call: IncomingCall, model: string, kind: string): Reading | undefined => {
    const body = parseFields(call.body);
    if (kind === "generateContent" && (body === undefined || !asksForImage(body))) return undefined;
    const refusal =
      keyProblem(call.header("x-goog-api-key")) ??
      (body === undefined ? problem(400, "Invalid JSON payload received.") : undefined) ??
      (isMissing(model) ? modelNotFound(model, kind) : undefined);
    if (refusal !== undefined || body === undefined)
      return refused(model, refusal ?? problem(400, "Invalid JSON payload received."));
    if (kind === "generateContent") return readGenerate(model, body);
    return kind === "predict" ? readPredict(model, body) : readSubmit(model, body);
  };

  const readGet = (call: IncomingCall): Reading | undefined => {
    const operation = OPERATION.exec(call.path)?.groups;
    const file = DOWNLOAD.exec(call.path)?.groups;
    if (operation === undefined && file === undefined) return undefined;
    const refusal = keyProblem(call.header("x-goog-api-key"));
    if (refusal !== undefined) return refused(operation?.["model"] ?? "", refusal);
    if (operation !== undefined)
      return fleetingReading(
        operationAnswer(call, operation["name"] ?? "", jobs.poll(operation["id"] ?? "")),
        operation["model"],
      );
    return fleetingReading(downloadAnswer(call, file?.["id"] ?? "", jobs));
  };

  return {
    read(call) {
      if (call.method === "GET") return readGet(call);
      const groups = CALL.exec(call.path)?.groups;
      return groups === undefined
        ? undefined
        : readCall(call, decodeURIComponent(groups["model"] ?? ""), groups["call"] ?? "");
    },
    errorBody: (_provider, facts) => problemBody(askedProblem(facts)),
  };
};
