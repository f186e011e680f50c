import { VideoStatus as ContractStatus } from "@cenote/contracts";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { PageInfo } from "../connections/page-info.type";
import { REPLAYED } from "../idempotency-key";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";

export const VideoStatus = {
  PENDING: ContractStatus.VIDEO_STATUS_PENDING,
  PROCESSING: ContractStatus.VIDEO_STATUS_PROCESSING,
  COMPLETED: ContractStatus.VIDEO_STATUS_COMPLETED,
  FAILED: ContractStatus.VIDEO_STATUS_FAILED,
} as const;
export type VideoStatus = (typeof VideoStatus)[keyof typeof VideoStatus];

registerEnumType(VideoStatus, {
  name: "VideoStatus",
  description: "The state of a video job.",
  valuesConfig: {
    PENDING: { description: "Not sent to the provider yet." },
    PROCESSING: { description: "The provider is working on it." },
    COMPLETED: { description: "The video is available, and charged." },
    FAILED: { description: "There is no video; nothing is charged." },
  },
});

@ObjectType({ description: "A video job." })
export class VideoJob {
  @Field(() => UuidScalar, { description: "Its id." })
  id!: string;

  @Field(() => ID, { description: "Request id of the call that created it." })
  requestId!: string;

  @Field(() => VideoStatus, { description: "Its state." })
  status!: VideoStatus;

  @Field(() => String, { description: "Id of the model." })
  model!: string;

  @Field(() => String, { description: "What the video shows." })
  prompt!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Set once completed: a public address in the service's own storage, which does not expire. If copying failed, it is the provider's address, which may expire.",
  })
  videoUrl!: string | null;

  @Field(() => Int, { description: "Generated and billed seconds." })
  duration!: number;

  @Field(() => String, { nullable: true, description: "Why it failed." })
  error!: string | null;

  @Field(() => DateTimeScalar, { description: "When it was created." })
  created!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it completed or failed." })
  completed!: Date | null;

  @Field(() => DecimalScalar, { nullable: true, description: "US dollars, markup included; set once completed." })
  costUsd!: string | null;

  @Field(() => DecimalScalar, { nullable: true, description: "Pesos charged; set once completed." })
  costMxn!: string | null;
}

@InputType({ description: "A video call: the fields of `POST /v1/videos/generations`, with the same checks." })
export class VideoInput {
  @Field(() => String, { description: "`<provider>/<model>`" })
  model!: string;

  @Field(() => String, { description: "What the video shows, at most 4000 characters." })
  prompt!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      "Seconds, up to the model's `maxDuration`. Default: the model's `defaultDuration`. It is rounded down to a length that the model supports, and that length is billed.",
  })
  duration?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Such as `16:9`, `9:16` or `1:1`, depending on the model.",
  })
  aspectRatio?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The image that the video begins with: PNG, JPEG or WebP as a data URL. For models with `takesFirstFrame`. Some of them take the video's shape from the image, and then refuse `aspectRatio`. The image is passed to the provider and is not stored.",
  })
  firstFrame?: string | null;

  @Field(() => String, { nullable: true, description: "Receives a signed POST when the job ends." })
  callbackUrl?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Zero data retention. True is refused, because videos are stored.",
  })
  zdr?: boolean | null;
}

@ObjectType({ description: "The new job." })
export class CreateVideoPayload {
  @Field(() => VideoJob, { description: "Its current state; `FAILED` if the provider refused it." })
  job!: VideoJob;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@ObjectType({ description: "The job after a cancel." })
export class CancelVideoPayload {
  @Field(() => VideoJob, {
    description:
      "Its current state: `FAILED` if it was cancelled; `PROCESSING` if the provider will stop it if it can; unchanged if it had ended or its video was already generated.",
  })
  job!: VideoJob;
}

@ObjectType({ description: "What was deleted." })
export class DeleteVideoPayload {
  @Field(() => UuidScalar, { description: "Id of the deleted job." })
  deletedId!: string;
}

@ObjectType({ description: "A video job and its cursor." })
export class VideoJobEdge {
  @Field(() => String, { description: "`after` for a page that begins after this job; does not expire." })
  cursor!: string;

  @Field(() => VideoJob, { description: "The job as stored." })
  node!: VideoJob;
}

@ObjectType({ description: "A page of video jobs, newest first." })
export class VideoJobConnection {
  @Field(() => [VideoJobEdge], { description: "Its jobs." })
  edges!: VideoJobEdge[];

  @Field(() => PageInfo, { description: "Position of the page." })
  pageInfo!: PageInfo;
}
