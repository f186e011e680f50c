import { useMemo, useState } from "react";
import { useSearch } from "wouter";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { ANY_PROMPT, CHOICES_REST_MS, useQuote } from "../../api/use-quote";
import {
  CreateImagesDocument,
  type CreateImagesMutation,
  type ImageModelsQuery,
  ImagesQuoteDocument,
} from "../../generated/operations";
import { MakingForm } from "../../parts/making-form";
import { Select } from "../../parts/select";
import { firstModel } from "../../shell/first-model";
import { toImagesInput } from "./images-input";

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => ({ value: String(count), label: String(count) }));

interface CreateImagesProps {
  readonly models: NonNullable<ImageModelsQuery["models"]>;
  readonly created: (images: NonNullable<CreateImagesMutation["createImages"]>, prompt: string) => void;
}

export const CreateImages = ({ models, created }: CreateImagesProps) => {
  const search = useSearch();
  const [modelId, setModelId] = useState(firstModel(search, models)?.id ?? "");
  const [size, setSize] = useState("");
  const [count, setCount] = useState("1");
  const [prompt, setPrompt] = useState("");
  const { fetching, refusal, run } = useMutationWithRefusal(CreateImagesDocument);
  const model = models.find(({ id }) => id === modelId);
  const sizes = model?.sizes ?? [];
  const isKnown = model !== undefined;
  const input = useMemo(
    () => (isKnown ? toImagesInput({ model: modelId, size, count }, ANY_PROMPT) : undefined),
    [isKnown, modelId, size, count],
  );
  const quote = useQuote({ query: ImagesQuoteDocument, input, restMs: CHOICES_REST_MS });
  const images = quote?.expected.images ?? 0;
  const make = async () => {
    const { data } = await run({ input: toImagesInput({ model: modelId, size, count }, prompt) });
    const made = data?.createImages ?? undefined;
    if (made !== undefined) created(made, prompt);
  };
  return (
    <MakingForm
      models={models}
      modelId={modelId}
      chooseModel={(id) => {
        setModelId(id);
        setSize("");
      }}
      prompt={prompt}
      write={setPrompt}
      price={{
        price: quote?.expected.costMxn,
        of: images === 1 ? "1 image" : `${images} images`,
        made: images === 1 ? "it is" : "they are",
        note: "Only images that are made are charged.",
      }}
      action="Make images"
      isMaking={fetching}
      refusal={refusal}
      make={make}
    >
      <Select
        label="Size"
        value={size}
        choose={setSize}
        options={[{ value: "", label: "The model’s own" }, ...sizes.map((name) => ({ value: name, label: name }))]}
      />
      <Select label="How many" value={count} choose={setCount} options={COUNTS} />
    </MakingForm>
  );
};
