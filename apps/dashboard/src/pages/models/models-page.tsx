import { useMemo, useState } from "react";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { ModelsDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { allCapabilities, findModels, NO_FILTER } from "./find-models";
import { ModelFilters } from "./model-filters";
import { ModelTable } from "./model-table";

/** The models that can be called, and their prices. */
export const ModelsPage = () => {
  const { data, fetching, failure } = useQueryWithRetry({ query: ModelsDocument });
  const [filter, setFilter] = useState(NO_FILTER);
  const models = useMemo(() => data?.models ?? [], [data]);
  const capabilities = useMemo(() => allCapabilities(models), [models]);
  const found = useMemo(() => findModels(models, filter), [models, filter]);
  return (
    <Page title="Models">
      <Section
        title="Directory"
        controls={
          data === undefined ? null : (
            <output>
              {found.length} of {models.length}
            </output>
          )
        }
      >
        <ModelFilters filter={filter} capabilities={capabilities} change={setFilter} />
        {failure === undefined ? null : <Failure {...failure} />}
        {data === undefined ? (
          fetching && <Loading label="Loading models" />
        ) : found.length === 0 ? (
          <Empty>{models.length === 0 ? "No model can be called: no provider has a key." : "No model matches."}</Empty>
        ) : (
          <ModelTable models={found} />
        )}
      </Section>
    </Page>
  );
};
