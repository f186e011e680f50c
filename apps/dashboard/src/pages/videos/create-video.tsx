import { useMemo, useState } from "react";
import { useSearch } from "wouter";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { ANY_PROMPT, CHOICES_REST_MS, useQuote } from "../../api/use-quote";
import { CreateVideoDocument, type VideoModelsQuery, VideoQuoteDocument } from "../../generated/operations";
import { MakingForm } from "../../parts/making-form";
import { Select } from "../../parts/select";
import { firstModel } from "../../shell/first-model";
import { durationsOf } from "./durations";
import { toVideoInput } from "./video-input";
import type { VideoJob } from "./video-job";

interface CreateVideoProps {
  readonly models: NonNullable<VideoModelsQuery["models"]>;
  readonly created: (job: VideoJob) => void;
}

export const CreateVideo = ({ models, created }: CreateVideoProps) => {
  const search = useSearch();
  const [modelId, setModelId] = useState(firstModel(search, models)?.id ?? "");
  const [duration, setDuration] = useState("");
  const [prompt, setPrompt] = useState("");
  const { fetching, refusal, run } = useMutationWithRefusal(CreateVideoDocument);
  const model = models.find(({ id }) => id === modelId);
  const isKnown = model !== undefined;
  const input = useMemo(
    () => (isKnown ? toVideoInput({ model: modelId, duration }, ANY_PROMPT) : undefined),
    [isKnown, modelId, duration],
  );
  const quote = useQuote({ query: VideoQuoteDocument, input, restMs: CHOICES_REST_MS });
  const make = async () => {
    const { data } = await run({ input: toVideoInput({ model: modelId, duration }, prompt) });
    const job = data?.createVideo?.job;
    if (job === undefined) return;
    setPrompt("");
    created(job);
  };
  return (
    <MakingForm
      models={models}
      modelId={modelId}
      chooseModel={(id) => {
        setModelId(id);
        setDuration("");
      }}
      prompt={prompt}
      write={setPrompt}
      price={{
        price: quote?.expected.costMxn,
        of: `${quote?.expected.duration ?? 0} s`,
        made: "the video is",
        note: "Charged once it is there.",
      }}
      action="Make video"
      isMaking={fetching}
      refusal={refusal}
      make={make}
    >
      <Select
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
    </MakingForm>
  );
};
