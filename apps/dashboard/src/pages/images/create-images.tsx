import { Button, Textarea } from "@mantine/core";
import { useId, useMemo, useState } from "react";
import { useMutation } from "urql";
import { useSearch } from "wouter";
import { refusalOf } from "../../api/refusal";
import { useQuote } from "../../api/use-quote";
import {
  CreateImagesDocument,
  type CreateImagesMutation,
  type ImageModelsQuery,
  ImagesQuoteDocument,
} from "../../generated/operations";
import { cheapestModel } from "../../money/cheapest-model";
import { ExactPrice } from "../../parts/exact-price";
import { Failure } from "../../parts/failure";
import { Pick } from "../../parts/pick";
import { readModel } from "../../shell/model-address";
import styles from "./create-images.module.css";
import { toImagesInput } from "./images-input";

const PROMPT_LIMIT = 4000;
/** Enough to go through the sizes with the arrow keys. */
const QUOTE_REST_MS = 250;
/** Stands for the prompt in a quote: the price is the same for each, and is known before one is written. */
const ANY_PROMPT = "any";
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => ({ value: String(count), label: String(count) }));

interface CreateImagesProps {
  readonly models: ImageModelsQuery["models"];
  readonly created: (images: NonNullable<CreateImagesMutation["createImages"]>, prompt: string) => void;
}

export const CreateImages = ({ models, created }: CreateImagesProps) => {
  const search = useSearch();
  const [modelId, setModelId] = useState((readModel(search, models) ?? cheapestModel(models))?.id ?? "");
  const [size, setSize] = useState("");
  const [count, setCount] = useState("1");
  const [prompt, setPrompt] = useState("");
  const [{ fetching, error }, create] = useMutation(CreateImagesDocument);
  const model = models.find(({ id }) => id === modelId);
  const sizes = model?.sizes ?? [];
  const isKnown = model !== undefined;
  const input = useMemo(
    () => (isKnown ? toImagesInput({ model: modelId, size, count }, ANY_PROMPT) : undefined),
    [isKnown, modelId, size, count],
  );
  const quote = useQuote({ query: ImagesQuoteDocument, input, restMs: QUOTE_REST_MS });
  const images = quote?.expected.images ?? 0;
  const priceId = useId();
  const submit = async () => {
    const { data } = await create({ input: toImagesInput({ model: modelId, size, count }, prompt) });
    const made = data?.createImages ?? undefined;
    if (made !== undefined) created(made, prompt);
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
          setSize("");
        }}
      />
      <Pick
        label="Size"
        value={size}
        choose={setSize}
        options={[{ value: "", label: "The model’s own" }, ...sizes.map((name) => ({ value: name, label: name }))]}
      />
      <Pick label="How many" value={count} choose={setCount} options={COUNTS} />
      <Textarea
        className={styles.wide}
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
          Make images
        </Button>
        <ExactPrice
          id={priceId}
          price={quote?.expected.costMxn}
          of={images === 1 ? "1 image" : `${images} images`}
          made={images === 1 ? "it is" : "they are"}
          note="Only images that are made are charged."
        />
      </div>
      {error === undefined ? null : (
        <div className={styles.wide}>
          <Failure refusal={refusalOf(error)} />
        </div>
      )}
    </form>
  );
};
