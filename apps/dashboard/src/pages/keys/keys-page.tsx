import { useState } from "react";
import { useQuery } from "urql";
import { refusalOf } from "../../api/refusal";
import { ApiKeysDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { CreateKey } from "./create-key";
import { KeyTable } from "./key-table";
import { NewKey } from "./new-key";
import { RevokeKey } from "./revoke-key";
import type { ApiKey, CreatedKey } from "./api-key";

/** The organization's keys: whoever has one may spend its money. */
export const KeysPage = () => {
  const [{ data, error, fetching }, ask] = useQuery({ query: ApiKeysDocument });
  const [created, setCreated] = useState<CreatedKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const askAgain = () => { ask({ requestPolicy: "network-only" }); };
  return (
    <Page title="API keys">
      <Section title="Make a key">
        <CreateKey created={(key) => {
          setCreated(key);
          askAgain();
        }} />
      </Section>
      {created === undefined ? null : <NewKey created={created} close={() => { setCreated(undefined); }} />}
      <Section title="Keys, newest first">
        {error === undefined ? null : <Failure refusal={refusalOf(error)} retry={askAgain} />}
        {data === undefined ? fetching && <Loading label="Loading keys" /> : data.apiKeys.length === 0
          ? <Empty>There is no key.</Empty>
          : <KeyTable keys={data.apiKeys} revoke={setRevoking} />}
      </Section>
      {revoking === undefined ? null : (
        <RevokeKey apiKey={revoking} close={() => { setRevoking(undefined); }} revoked={() => {
          setRevoking(undefined);
          askAgain();
        }} />
      )}
    </Page>
  );
};
