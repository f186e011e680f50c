import { Button, Textarea } from "@mantine/core";
import { useId, useMemo, useState } from "react";
import { useMutation } from "urql";
import { useSearch } from "wouter";
import { refusalOf } from "../../api/refusal";
import { useQuote } from "../../api/use-quote";
import { CreateVideoDocument, type VideoModelsQuery, VideoQuoteDocument } from "../../generated/operations";
import { cheapestModel } from "../../money/cheapest-model";
import { ExactPrice } from "../../parts/exact-price";
import { Failure } from "../../parts/failure";
import { Pick } from "../../parts/pick";
import { readModel } from "../../shell/model-address";
import styles from "./create-video.module.css";
import { durationsOf } from "./durations";
import { toVideoInput } from "./video-input";
import type { VideoJob } from "./video-job";

const PROMPT_LIMIT = 4000;
/** Enough to go through the lengths with the arrow keys. */
const QUOTE_REST_MS = 250;
/** Stands for the prompt in a quote: the price is the same for each, and is known before one is written. */
const ANY_PROMPT = "any";

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
  const isKnown = model !== undefined;
  const input = useMemo(
    () => (isKnown ? toVideoInput({ model: modelId, duration }, ANY_PROMPT) : undefined),
    [isKnown, modelId, duration],
  );
  const quote = useQuote({ query: VideoQuoteDocument, input, restMs: QUOTE_REST_MS });
  const priceId = useId();
  const submit = async () => {
    const { data } = await create({ input: toVideoInput({ model: modelId, duration }, prompt) });
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
        <Button type="submit" loading={fetching} disabled={prompt.trim() === ""} aria-describedby={priceId}>
          Make video
        </Button>
        <ExactPrice
          id={priceId}
          price={quote?.expected.costMxn}
          of={`${quote?.expected.duration ?? 0} s`}
          made="the video is"
          note="Charged once it is there."
        />
      </div>
      {error === undefined ? null : (
        <div className={styles.prompt}>
          <Failure refusal={refusalOf(error)} />
        </div>
      )}
    </form>
  );
};
