import { useMemo, useState } from "react";
import { useQuery } from "urql";
import { refusalOf } from "../../api/refusal";
import { ModelsDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { allCapabilities, findModels, NO_FILTER } from "./find-models";
import { ModelFilters } from "./model-filters";
import { ModelTable } from "./model-table";

/** What can be called, and what it costs. */
export const ModelsPage = () => {
  const [{ data, error, fetching }, ask] = useQuery({ query: ModelsDocument });
  const [filter, setFilter] = useState(NO_FILTER);
  const models = useMemo(() => data?.models ?? [], [data]);
  const capabilities = useMemo(() => allCapabilities(models), [models]);
  const found = useMemo(() => findModels(models, filter), [models, filter]);
  return (
    <Page title="Models">
      <Section
        title="Directory"
        controls={
          <output>
            {found.length} of {models.length}
          </output>
        }
      >
        <ModelFilters filter={filter} capabilities={capabilities} change={setFilter} />
        {error === undefined ? null : (
          <Failure
            refusal={refusalOf(error)}
            retry={() => {
              ask({ requestPolicy: "network-only" });
            }}
          />
        )}
        {data === undefined ? (
          fetching && <Loading label="Loading models" />
        ) : found.length === 0 ? (
          <Empty>
            {models.length === 0 ? "No model can be called: no provider has a key." : "No model is like that."}
          </Empty>
        ) : (
          <ModelTable models={found} />
        )}
      </Section>
    </Page>
  );
};
