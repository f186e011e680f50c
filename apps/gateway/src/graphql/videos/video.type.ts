import { VideoStatus as ContractStatus } from "@cenote/contracts";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { PageInfo } from "../connections/page-info.type";
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
  description: "Where a video job stands.",
  valuesConfig: {
    PENDING: { description: "Not sent to the provider yet." },
    PROCESSING: { description: "The provider is at work." },
    COMPLETED: { description: "The video is there, and paid for." },
    FAILED: { description: "There will be none; nothing is charged." },
  },
});

@ObjectType({ description: "A video job." })
export class VideoJob {
  @Field(() => UuidScalar, { description: "Its id." })
  id!: string;

  @Field(() => ID, { description: "Of the call that created it." })
  requestId!: string;

  @Field(() => VideoStatus, { description: "Where it stands." })
  status!: VideoStatus;

  @Field(() => String, { description: "Id of the model." })
  model!: string;

  @Field(() => String, { description: "What the video shows." })
  prompt!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Once completed: in the service's own storage, public, does not expire. Should the copy have failed, the provider's own for a while.",
  })
  videoUrl!: string | null;

  @Field(() => Int, { description: "Seconds that are made and billed." })
  duration!: number;

  @Field(() => String, { nullable: true, description: "Why it failed." })
  error!: string | null;

  @Field(() => DateTimeScalar, { description: "When it was created." })
  created!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it ended, either way." })
  completed!: Date | null;

  @Field(() => DecimalScalar, { nullable: true, description: "US dollars, markup included, once completed." })
  costUsd!: string | null;

  @Field(() => DecimalScalar, { nullable: true, description: "Pesos charged, once completed." })
  costMxn!: string | null;
}

@InputType({ description: "A video from a text: the fields of `POST /v1/videos/generations`, with the same checks." })
export class VideoInput {
  @Field(() => String, { description: "`<provider>/<model>`" })
  model!: string;

  @Field(() => String, { description: "What it shows, at most 4000 characters." })
  prompt!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      "Seconds, up to the model's `maxDuration`; its default without. The longest length it makes that is not longer is made and billed.",
  })
  duration?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Such as `16:9`, `9:16`, `1:1`; what there is depends on the model.",
  })
  aspectRatio?: string | null;

  @Field(() => String, { nullable: true, description: "Told of the end of the job by a signed POST." })
  callbackUrl?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Zero data retention can't be kept for what is stored: true is refused.",
  })
  zdr?: boolean | null;
}

@ObjectType({ description: "The job that was started." })
export class CreateVideoPayload {
  @Field(() => VideoJob, { description: "As it is now; one that the provider refused is `FAILED`." })
  job!: VideoJob;
}

@ObjectType({ description: "The job that was cancelled." })
export class CancelVideoPayload {
  @Field(() => VideoJob, { description: "As it is now; one that had ended, or whose video is made, stays as it was." })
  job!: VideoJob;
}

@ObjectType({ description: "A video job and where it stands in the list." })
export class VideoJobEdge {
  @Field(() => String, { description: "Of a page that begins after this job; stays good." })
  cursor!: string;

  @Field(() => VideoJob, { description: "The job as it is stored." })
  node!: VideoJob;
}

@ObjectType({ description: "A page of video jobs, newest first." })
export class VideoJobConnection {
  @Field(() => [VideoJobEdge], { description: "Its jobs." })
  edges!: VideoJobEdge[];

  @Field(() => PageInfo, { description: "Where it stands." })
  pageInfo!: PageInfo;
}
