import { VideoStatus as ContractStatus } from "@cenote/contracts";
import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root, Subscription } from "type-graphql";
import { type VideoBody, videoBody } from "../../bodies/videos/body";
import { toVideoRequest } from "../../bodies/videos/to-request";
import { createValueCheck } from "../../schema/check-value";
import { toConnection, toPage } from "../connections/connection";
import { PageArgs } from "../connections/page.args";
import { type GraphqlContext, requireApiKey, contextOfOperation } from "../context";
import { Quote, toQuote } from "../quotes/quote.type";
import { RequestRecord } from "../requests/request-record.type";
import { loadRequest } from "../requests/requests.resolver";
import { UuidScalar } from "../scalars/scalars";
import { FailedEvent } from "../streams/failed-event";
import { toVideoJob } from "./to-video-job";
import { openVideoEvents } from "./video-events";
import {
  CancelVideoPayload,
  CreateVideoPayload,
  DeleteVideoPayload,
  VideoInput,
  VideoJob,
  VideoJobConnection,
  VideoStatus,
} from "./video.type";

const checkBody = createValueCheck(videoBody);

const toBody = ({ aspectRatio, callbackUrl, firstFrame, ...rest }: VideoInput): VideoBody =>
  checkBody({
    ...rest,
    aspect_ratio: aspectRatio,
    callback_url: callbackUrl,
    input_reference: typeof firstFrame === "string" ? { image_url: firstFrame } : undefined,
  });

/** Validates the call. Errors: invalid_request_error, permission_denied. */
const toCall = (context: GraphqlContext, input: VideoInput, idempotencyKey?: string | null) => {
  const body = toBody(input);
  const { model, zdr } = body;
  return {
    context: contextOfOperation(context, { operation: "video", models: [model], zdr, idempotencyKey }),
    video: toVideoRequest(body),
  };
};

/** The context for reading, cancelling or deleting a job. */
const toReader = (context: GraphqlContext) => contextOfOperation(context, { operation: "video", models: [] });

@Resolver(() => VideoJob)
export class VideosResolver {
  @Query(() => VideoJob, {
    nullable: true,
    description:
      "The current state of a video job. An unknown id is the error `job_not_found`, as over REST. A client token needs the operation `VIDEO`.",
  })
  async videoJob(
    @Arg("id", () => UuidScalar, { description: "Id of the job." }) id: string,
    @Ctx() context: GraphqlContext,
  ): Promise<VideoJob> {
    return toVideoJob((await context.media.getVideo({ context: toReader(context), jobId: id }, context.signal)).job);
  }

  @Query(() => VideoJobConnection, {
    nullable: true,
    description:
      "Video jobs of the organization as stored, newest first; for a client token, the jobs that it started. A client token needs the operation `VIDEO`.",
  })
  async videoJobs(
    @Args(() => PageArgs) paging: PageArgs,
    @Arg("status", () => VideoStatus, { nullable: true, description: "Only jobs with this status." }) status:
      | VideoStatus
      | null
      | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<VideoJobConnection> {
    const { jobs, next } = await context.media.listVideos(
      {
        context: toReader(context),
        page: toPage(paging),
        status: status ?? ContractStatus.VIDEO_STATUS_UNSPECIFIED,
      },
      context.signal,
    );
    return toConnection(jobs, next, paging.after, toVideoJob);
  }

  @Query(() => Quote, {
    nullable: true,
    description: "What a video would cost; nothing is charged. A client token needs the operation `VIDEO`.",
  })
  async videoQuote(
    @Arg("input", () => VideoInput, { description: "The call." }) input: VideoInput,
    @Ctx() context: GraphqlContext,
  ): Promise<Quote> {
    const { quote } = await context.media.quoteVideo(toCall(context, input), context.signal);
    return toQuote(quote);
  }

  @Mutation(() => CreateVideoPayload, {
    nullable: true,
    description:
      "Starts a video job from a text, or from a text and an image. The job is charged when it completes. A client token needs the operation `VIDEO`.",
  })
  async createVideo(
    @Arg("input", () => VideoInput, { description: "The call." }) input: VideoInput,
    @Arg("idempotencyKey", () => String, {
      nullable: true,
      description: "Makes a retry safe: for a day, the same key with the same input returns the first job.",
    })
    idempotencyKey: string | null,
    @Ctx() context: GraphqlContext,
  ): Promise<CreateVideoPayload> {
    const { job, info } = await context.media.createVideo(toCall(context, input, idempotencyKey), context.signal);
    return { job: toVideoJob(job), replayed: info?.replayed ?? false };
  }

  @Mutation(() => CancelVideoPayload, {
    nullable: true,
    description:
      "Cancels a video job. It is not charged if the provider confirms. Otherwise the job continues and is charged when completed: " +
      "`invalid_request_error` if the provider can't cancel, `provider_unavailable` if it refused or has not accepted the job yet. " +
      "A client token needs the operation `VIDEO`.",
  })
  async cancelVideo(
    @Arg("id", () => UuidScalar, { description: "Id of the job." }) id: string,
    @Ctx() context: GraphqlContext,
  ): Promise<CancelVideoPayload> {
    return {
      job: toVideoJob((await context.media.cancelVideo({ context: toReader(context), jobId: id }, context.signal)).job),
    };
  }

  @Mutation(() => DeleteVideoPayload, {
    nullable: true,
    description:
      "Deletes a video job that has ended, and its file. Its cost stays charged. The error is `invalid_request_error` if it has not ended. " +
      "A client token needs the operation `VIDEO`.",
  })
  async deleteVideo(
    @Arg("id", () => UuidScalar, { description: "Id of the job." }) id: string,
    @Ctx() context: GraphqlContext,
  ): Promise<DeleteVideoPayload> {
    return {
      deletedId: (await context.media.deleteVideo({ context: toReader(context), jobId: id }, context.signal)).jobId,
    };
  }

  @FieldResolver(() => RequestRecord, {
    nullable: true,
    description: "The charge of the job; set once completed. Needs an API key.",
  })
  async request(@Root() { requestId }: VideoJob, @Ctx() context: GraphqlContext): Promise<RequestRecord | null> {
    requireApiKey(context);
    return loadRequest(context, requestId);
  }

  @Subscription(() => VideoJob, {
    description:
      "A video job: its current state at once, then each change. Completes when the job ends. A client token needs the operation `VIDEO`.",
    subscribe: ({ args, context }: { args: { readonly jobId: string }; context: GraphqlContext }) =>
      openVideoEvents(context, { context: toReader(context), jobId: args.jobId }),
  })
  videoStatus(
    @Root() event: VideoJob | FailedEvent,
    @Arg("jobId", () => UuidScalar, { description: "Id of the job." }) _jobId: string,
  ): VideoJob {
    if (event instanceof FailedEvent) throw event.error;
    return event;
  }
}
