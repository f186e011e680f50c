import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useMutation } from "urql";
import { useSearch } from "wouter";
import { refusalOf } from "../../api/refusal";
import { CreateVideoDocument, type VideoModelsQuery } from "../../generated/operations";
import { cheapestModel } from "../../money/cheapest-model";
import { Failure } from "../../parts/failure";
import { Pick } from "../../parts/pick";
import { readModel } from "../../shell/model-address";
import styles from "./create-video.module.css";
import { durationsOf } from "./durations";
import type { VideoJob } from "./video-job";
import { VideoPrice } from "./video-price";

const PROMPT_LIMIT = 4000;

interface CreateVideoProps {
  readonly models: VideoModelsQuery["models"];
  readonly created: (job: VideoJob) => void;
}

export const CreateVideo = ({ models, created }: CreateVideoProps) => {
  const search = useSearch();
  const [modelId, setModelId] = useState((readModel(search, models) ?? cheapestModel(models))?.id ?? "");
  const [duration, setDuration] = useState("");
  const [prompt, setPrompt] = useState("");
  const [{ fetching, error }, create] = useMutation(CreateVideoDocument);
  const model = models.find(({ id }) => id === modelId);
  const seconds = duration === "" ? (model?.defaultDuration ?? undefined) : Number(duration);
  const submit = async () => {
    const { data } = await create({
      input: { model: modelId, prompt, ...(duration === "" ? {} : { duration: Number(duration) }) },
    });
    const job = data?.createVideo?.job;
    if (job === undefined) return;
    setPrompt("");
    created(job);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Pick
        label="Model"
        value={modelId}
        options={models.map(({ id }) => ({ value: id, label: id }))}
        choose={(id) => {
          setModelId(id);
          setDuration("");
        }}
      />
      <Pick
        label="Length"
        value={duration}
        choose={setDuration}
        options={[
          {
            value: "",
            label:
              model?.defaultDuration === undefined || model.defaultDuration === null
                ? "The model’s own"
                : `${model.defaultDuration} s`,
          },
          ...durationsOf(model).map((length) => ({ value: String(length), label: `${length} s` })),
        ]}
      />
      <Textarea
        className={styles.prompt}
        label="Prompt"
        rows={3}
        maxLength={PROMPT_LIMIT}
        required
        value={prompt}
        onChange={(event) => {
          setPrompt(event.currentTarget.value);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={fetching} disabled={prompt.trim() === ""}>
          Make video
        </Button>
        {model === undefined ? null : <VideoPrice prices={model.prices} seconds={seconds} />}
      </div>
      {error === undefined ? null : (
        <div className={styles.prompt}>
          <Failure refusal={refusalOf(error)} />
        </div>
      )}
    </form>
  );
};
