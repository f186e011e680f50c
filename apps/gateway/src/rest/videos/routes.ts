import { type MediaService, type VideoJob, VideoStatus } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from "fastify";
import type { Static } from "typebox";
import { JSON_TYPE } from "../../server/answers/json-type";
import { answerHeaders } from "../../server/answers/answer-headers";
import { sendAnswer } from "../../server/answers/send-answer";
import { contextOfRequest } from "../../server/calls/call-context";
import type { Exchanges } from "../../server/calls/exchanges";
import { methodNotAllowed } from "../../server/http/missing-route";
import { unknownVideoFields } from "../foreign-media-fields";
import type { VideoBody } from "../../bodies/videos/body";
import { DOCUMENTS, type listQuery } from "./document";
import { jobJson, jobSchema, STATUSES } from "./job-json";
import { toVideoRequest } from "../../bodies/videos/to-request";

export interface VideoRouteParts {
  readonly media: Pick<
    MediaService,
    "createVideo" | "getVideo" | "listVideos" | "cancelVideo" | "deleteVideo" | "getCallbackSecret"
  >;
  readonly exchanges: Exchanges;
  readonly clock: Clock;
}

interface JobParams {
  readonly Params: { readonly job_id: string };
}

const DEFAULT_LIMIT = 20;
const SECOND_MS = 1000;

/** Follows `/v1/videos/` in the address that starts a video, so it is not the id of a job. */
const START = "generations";

const refuseStart: onRequestHookHandler = (request, reply, done) => {
  if ((request.params as JobParams["Params"]).job_id !== START) {
    done();
    return;
  }
  reply.header("allow", "POST");
  done(methodNotAllowed(["POST"]));
};

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("an answer without its job");
  return value;
};

/** The members of a page that OpenAI's client reads for paging. */
const endsJson = (jobs: readonly VideoJob[]): string =>
  `"first_id":${JSON.stringify(jobs[0]?.id ?? null)},"last_id":${JSON.stringify(jobs.at(-1)?.id ?? null)}`;

/** The call of a request. Releases the body: it may contain an image, and would hold it twice until the answer. */
const takeCall = (request: FastifyRequest & { readonly body: VideoBody }) => {
  const { body } = request;
  const taken = {
    unknownFields: unknownVideoFields(body),
    call: { context: contextOfRequest(request, body), video: toVideoRequest(body) },
  };
  (request as FastifyRequest).body = undefined;
  return taken;
};

/** Routes that start, get, list, cancel and delete video jobs, and return the secret that signs callbacks. */
export const addVideoRoutes = (server: FastifyInstance, { media, exchanges, clock }: VideoRouteParts): void => {
  const onRequest = exchanges.admit;
  server.addSchema(jobSchema);

  server.post<{ Body: VideoBody }>(
    `/v1/videos/${START}`,
    { schema: DOCUMENTS.create, config: { operation: "video" }, onRequest },
    async (request, reply) => {
      const { call, unknownFields } = takeCall(request);
      const { job, info } = await media.createVideo(call, request.exchange.abort.signal);
      sendAnswer(reply, jobJson(existing(job)), answerHeaders(request, { info, unknownFields }, clock));
    },
  );

  server.get<JobParams>(
    "/v1/videos/:job_id",
    { schema: DOCUMENTS.get, config: { operation: "video" }, onRequest: [refuseStart, onRequest] },
    async (request, reply) => {
      const { job, pollAfterMs } = await media.getVideo(
        { context: contextOfRequest(request), jobId: request.params.job_id },
        request.exchange.abort.signal,
      );
      if (pollAfterMs > 0) reply.header("retry-after", `${Math.ceil(pollAfterMs / SECOND_MS)}`);
      return reply.type(JSON_TYPE).send(jobJson(existing(job)));
    },
  );

  server.get<{ Querystring: Static<typeof listQuery> }>(
    "/v1/videos",
    { schema: DOCUMENTS.list, config: { operation: "video" }, onRequest },
    async (request, reply) => {
      const { limit, after = "", status } = request.query;
      const { jobs, next } = await media.listVideos(
        {
          context: contextOfRequest(request),
          page: { size: limit === undefined ? DEFAULT_LIMIT : Number(limit), cursor: after },
          status: STATUSES[status ?? ""] ?? VideoStatus.VIDEO_STATUS_UNSPECIFIED,
        },
        request.exchange.abort.signal,
      );
      const more = next === "" ? `"has_more":false,"next":null` : `"has_more":true,"next":${JSON.stringify(next)}`;
      return reply
        .type(JSON_TYPE)
        .send(`{"object":"list","data":[${jobs.map(jobJson).join(",")}],${endsJson(jobs)},${more}}`);
    },
  );

  server.post<JobParams>(
    "/v1/videos/:job_id/cancel",
    { schema: DOCUMENTS.cancel, config: { operation: "video", bodyless: true }, onRequest },
    async (request, reply) => {
      const { job } = await media.cancelVideo(
        { context: contextOfRequest(request), jobId: request.params.job_id },
        request.exchange.abort.signal,
      );
      return reply.type(JSON_TYPE).send(jobJson(existing(job)));
    },
  );

  server.delete<JobParams>(
    "/v1/videos/:job_id",
    {
      schema: DOCUMENTS.delete,
      config: { operation: "video", bodyless: true },
      onRequest: [refuseStart, onRequest],
    },
    async (request, reply) => {
      const { jobId } = await media.deleteVideo(
        { context: contextOfRequest(request), jobId: request.params.job_id },
        request.exchange.abort.signal,
      );
      return reply.type(JSON_TYPE).send(JSON.stringify({ id: jobId, object: "video.deleted", deleted: true }));
    },
  );

  server.get("/v1/callbacks/secret", { schema: DOCUMENTS.callbackSecret, onRequest }, async (request, reply) => {
    const { secret } = await media.getCallbackSecret(
      { context: contextOfRequest(request) },
      request.exchange.abort.signal,
    );
    return reply
      .header("cache-control", "no-store")
      .type(JSON_TYPE)
      .send(JSON.stringify({ object: "callback.secret", secret }));
  });
};
