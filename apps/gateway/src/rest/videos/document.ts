import { Type } from "typebox";
import {
  ADMITTED_CALL_ERRORS,
  callHeaders,
  errorResponses,
  SECURED_ERRORS,
  unknownFieldsText,
} from "../document-parts";
import { videoBody } from "../../bodies/videos/body";
import { STATUSES } from "./job-json";

const job = { $ref: "VideoJob#" };
const secured = { tags: ["Videos"], security: [{ apiKey: [] }] };
const reading = errorResponses(...SECURED_ERRORS, "internal_error", "overloaded");
const params = Type.Object({ job_id: Type.String({ description: "The `id` of the job." }) });
const jobAnswer = (description: string) => ({ 200: { description, content: { "application/json": { schema: job } } } });

const list = Type.Object(
  {
    object: Type.Literal("list"),
    data: Type.Array(Type.Unsafe(job)),
    first_id: Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "Of the page; null if it is empty.",
    }),
    last_id: Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "Of the page; null if it is empty. Can be used as `after`, like `next`.",
    }),
    has_more: Type.Boolean(),
    next: Type.Unsafe<string | null>({ type: ["string", "null"], description: "Value of `after` for the next page." }),
  },
  { title: "VideoJobList" },
);

export const listQuery = Type.Object({
  limit: Type.Optional(Type.String({ pattern: "^([1-9]\\d{0,2}|1000)$", description: "an integer from 1 to 1000" })),
  after: Type.Optional(Type.String({ maxLength: 200, description: "`next` of the page before, or the id of a job" })),
  status: Type.Optional(Type.Unsafe<string>({ type: "string", enum: Object.keys(STATUSES) })),
});

/** The routes in the OpenAPI document. */
export const DOCUMENTS = {
  create: {
    ...secured,
    operationId: "createVideo",
    summary: "Start a video job",
    description:
      "Generates a video from a prompt, or from a prompt and its first frame (`input_reference`), at the same price.\n\n" +
      unknownFieldsText([["`seconds`", "use `duration`"]]),
    body: videoBody,
    response: {
      200: {
        description: "The job, at once. If the provider rejects it, it is `failed` and not billed.",
        headers: callHeaders,
        content: { "application/json": { schema: job } },
      },
      ...errorResponses(...ADMITTED_CALL_ERRORS),
    },
  },
  get: {
    ...secured,
    operationId: "getVideo",
    summary: "The current state of a video job",
    params,
    response: {
      ...jobAnswer("The job. `Retry-After` says when polling again may bring something new."),
      ...errorResponses("job_not_found"),
      ...reading,
    },
  },
  list: {
    ...secured,
    operationId: "listVideos",
    summary: "Video jobs, newest first",
    description: "The jobs of the organization; for a client token, the jobs that it started.",
    querystring: listQuery,
    response: {
      200: { description: "A page of jobs, in their stored state.", content: { "application/json": { schema: list } } },
      ...errorResponses("invalid_request_error"),
      ...reading,
    },
  },
  cancel: {
    ...secured,
    operationId: "cancelVideo",
    summary: "Cancel a video job",
    description:
      "If the provider can't cancel (400) or does not confirm (502), the job continues and is billed when completed.",
    params,
    response: {
      ...jobAnswer(
        "The job: `failed` and not billed. `processing`: the provider was asked to stop; billed only if the video is made all the same. " +
          "One that has ended, or whose video is made, stays as it is.",
      ),
      ...errorResponses("invalid_request_error", "job_not_found", "provider_unavailable"),
      ...reading,
    },
  },
  delete: {
    ...secured,
    operationId: "deleteVideo",
    summary: "Delete a video job that has ended, and its file",
    description: "The cost of the video stays charged. A callback that is not delivered yet is not sent.",
    params,
    response: {
      200: {
        description: "The job and its file are deleted.",
        content: {
          "application/json": {
            schema: Type.Object({
              id: Type.String({ description: "UUID." }),
              object: Type.Literal("video.deleted"),
              deleted: Type.Literal(true),
            }),
          },
        },
      },
      ...errorResponses("invalid_request_error", "job_not_found"),
      ...reading,
    },
  },
  callbackSecret: {
    ...secured,
    operationId: "getCallbackSecret",
    summary: "The secret that signs the organization's callbacks",
    response: {
      200: {
        description: "The secret, for the Standard Webhooks libraries.",
        content: {
          "application/json": {
            schema: Type.Object({
              object: Type.Literal("callback.secret"),
              secret: Type.String({ description: "`whsec_` and base64." }),
            }),
          },
        },
      },
      ...reading,
    },
  },
};
