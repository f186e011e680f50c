import { useState } from "react";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { type CreateImagesMutation, ImageModelsDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { CreateImages } from "./create-images";
import { MadeImages } from "./made-images";

type Made = NonNullable<CreateImagesMutation["createImages"]> & { readonly prompt: string };

/** Makes images. The server stores the files but no list of them, so only images of this visit are shown. */
export const ImagesPage = () => {
  const { data, fetching, failure } = useQueryWithRetry({ query: ImageModelsDocument });
  const models = data?.models ?? undefined;
  const [made, setMade] = useState<readonly Made[]>([]);
  return (
    <Page title="Images">
      <Section title="Make images">
        {failure === undefined ? null : <Failure {...failure} />}
        {models === undefined ? (
          fetching && <Loading label="Loading models" />
        ) : models.length === 0 ? (
          <Empty>No image model can be called: no provider has a key.</Empty>
        ) : (
          <CreateImages
            models={models}
            created={(images, prompt) => {
              setMade((before) => [{ ...images, prompt }, ...before]);
            }}
          />
        )}
      </Section>
      <Section title="Made on this visit">
        {made.length === 0 ? (
          <Empty>Images that you make are shown here. They stay at their addresses; this list does not.</Empty>
        ) : (
          made.map((images) => <MadeImages key={images.id} made={images} prompt={images.prompt} />)
        )}
      </Section>
    </Page>
  );
};
