import { useState } from "react";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { VideoJobsDocument, type VideoJobsQuery, VideoModelsDocument } from "../../generated/operations";
import { usePages } from "../../paging/use-pages";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { PageEnd } from "../../parts/page-end";
import { Section } from "../../parts/section";
import { CreateVideo } from "./create-video";
import { VideoCard } from "./video-card";
import type { VideoJob } from "./video-job";
import styles from "./videos-page.module.css";

const pick = ({ videoJobs }: VideoJobsQuery) => videoJobs;

/** The organization's video jobs, and a form for a new one. */
export const VideosPage = () => {
  const { data, fetching, failure } = useQueryWithRetry({ query: VideoModelsDocument });
  const models = data?.models ?? undefined;
  const control = usePages({ document: VideoJobsDocument, pick });
  const [started, setStarted] = useState<readonly VideoJob[]>([]);
  const { nodes, status } = control.pages;
  const jobs = [...started, ...nodes.filter(({ id }) => started.every((job) => job.id !== id))];
  return (
    <Page title="Videos">
      <Section title="Make a video">
        {failure === undefined ? null : <Failure {...failure} />}
        {models === undefined ? (
          fetching && <Loading label="Loading models" />
        ) : models.length === 0 ? (
          <Empty>No video model can be called: no provider has a key.</Empty>
        ) : (
          <CreateVideo
            models={models}
            created={(job) => {
              setStarted([job, ...started]);
            }}
          />
        )}
      </Section>
      <Section title="Videos, newest first">
        {jobs.length === 0 && status === "end" ? (
          <Empty>There is no video yet.</Empty>
        ) : (
          <ul className={styles.jobs}>
            {jobs.map((job) => (
              <li key={job.id}>
                <VideoCard stored={job} />
              </li>
            ))}
          </ul>
        )}
        <PageEnd control={control} what="videos" />
      </Section>
    </Page>
  );
};
