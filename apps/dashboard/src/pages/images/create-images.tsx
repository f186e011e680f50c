import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useMutation } from "urql";
import { useSearch } from "wouter";
import { refusalOf } from "../../api/refusal";
import { CreateImagesDocument, type CreateImagesMutation, type ImageModelsQuery } from "../../generated/operations";
import { cheapestModel } from "../../money/cheapest-model";
import { Failure } from "../../parts/failure";
import { Money } from "../../parts/money";
import { Pick } from "../../parts/pick";
import { readModel } from "../../shell/model-address";
import styles from "./create-images.module.css";
import { imagePrice } from "./image-price";

const PROMPT_LIMIT = 4000;
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
  const price = imagePrice(model?.prices ?? [], { size, count: Number(count) });
  const submit = async () => {
    const { data } = await create({
      input: { model: modelId, prompt, n: Number(count), ...(size === "" ? {} : { size }) },
    });
    const images = data?.createImages ?? undefined;
    if (images !== undefined) created(images, prompt);
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
        <Button type="submit" loading={fetching} disabled={prompt.trim() === ""}>
          Make images
        </Button>
        {price === undefined ? null : (
          <span className="faint">
            costs <Money amount={price.least} />
            {price.most === price.least ? null : (
              <>
                {" "}
                to <Money amount={price.most} />, by size and quality
              </>
            )}
          </span>
        )}
      </div>
      {error === undefined ? null : (
        <div className={styles.wide}>
          <Failure refusal={refusalOf(error)} />
        </div>
      )}
    </form>
  );
};
