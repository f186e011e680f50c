import { Anchor, Button } from "@mantine/core";
import { useMemo } from "react";
import { Link } from "wouter";
import { ownAddress } from "../../api/own-address";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { useWatched } from "../../api/use-watched";
import { CancelVideoDocument, VideoStatusDocument, type VideoStatusSubscription } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import { Instant } from "../../parts/instant";
import { Mark } from "../../parts/mark";
import { Money } from "../../parts/money";
import styles from "./video-card.module.css";
import { isUnderWay, latestOf, STATUS_NAMES, type VideoJob } from "./video-job";

const TONES = { PENDING: "plain", PROCESSING: "warn", COMPLETED: "good", FAILED: "wrong" } as const;

/** A job, followed until it ends. @param stored Its state when the list was loaded. */
export const VideoCard = ({ stored }: { readonly stored: VideoJob }) => {
  const variables = useMemo(() => ({ jobId: stored.id }), [stored.id]);
  const cancelled = useMutationWithRefusal(CancelVideoDocument);
  const jobAfter = (latest: VideoStatusSubscription | undefined) =>
    latestOf({ stored, watched: latest?.videoStatus, cancelled: cancelled.data?.cancelVideo?.job });
  const watched = useWatched({
    query: VideoStatusDocument,
    variables,
    isLast: (latest) => !isUnderWay(jobAfter(latest)),
  });
  const job = jobAfter(watched.data);
  // A job that has ended is no longer watched.
  const refusal = (isUnderWay(job) ? watched.refusal : undefined) ?? cancelled.refusal;
  return (
    <article className={styles.card} aria-label={job.prompt}>
      {job.status === "COMPLETED" && job.videoUrl !== null ? (
        // Generated videos have no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          className={styles.video}
          controls
          preload="metadata"
          src={ownAddress(job.videoUrl)}
          aria-label={job.prompt}
        />
      ) : (
        <div className={styles.video} data-status={job.status} aria-hidden />
      )}
      <p role="status">
        <Mark tone={TONES[job.status]}>{STATUS_NAMES[job.status]}</Mark> {job.duration} s
        {job.costMxn === null ? null : (
          <>
            {" "}
            · <Money amount={job.costMxn} />
          </>
        )}
      </p>
      <p className={styles.prompt}>{job.prompt}</p>
      <p className="faint">
        {job.model} · <Instant at={job.created} />
      </p>
      {job.error === null ? null : <p className={styles.error}>{job.error}</p>}
      {refusal === undefined ? null : <Failure refusal={refusal} />}
      <div className={styles.actions}>
        {job.videoUrl === null ? null : (
          <Anchor href={ownAddress(job.videoUrl)} target="_blank" rel="noreferrer">
            Open the file
          </Anchor>
        )}
        {job.status === "COMPLETED" ? (
          <Anchor component={Link} href={`/requests/${job.requestId}`}>
            Request
          </Anchor>
        ) : null}
        {isUnderWay(job) ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={cancelled.fetching}
            onClick={() => {
              void cancelled.run({ id: job.id });
            }}
          >
            Cancel
          </Button>
        ) : null}
      </div>
    </article>
  );
};
