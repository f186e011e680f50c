import { useRef, useState } from "react";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { formatRestrictions } from "../../format/restrictions";
import { ApiKeysDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { ChangeKey } from "./change-key";
import { ClientTokens } from "./client-tokens";
import { CreateKey } from "./create-key";
import { KeyList } from "./key-list";
import { NewKey } from "./new-key";
import { RestrictedNote } from "./restricted-note";
import { RevokeKey } from "./revoke-key";
import type { ApiKey, CreatedKey } from "./api-key";

/** The organization's keys: whoever has a key may spend the organization's money. */
export const KeysPage = () => {
  const { data, fetching, failure, reload } = useQueryWithRetry({ query: ApiKeysDocument });
  const [created, setCreated] = useState<CreatedKey>();
  const [changing, setChanging] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const nameField = useRef<HTMLInputElement>(null);
  const keys = data?.apiKeys ?? undefined;
  const own = data?.viewer?.apiKey ?? undefined;
  const held = own === undefined ? undefined : formatRestrictions(own);
  return (
    <Page title="API keys">
      <Section title="Make a key">
        {held === undefined ? (
          <CreateKey
            nameField={nameField}
            created={(key) => {
              setCreated(key);
              reload();
            }}
          />
        ) : (
          <RestrictedNote held={held} />
        )}
      </Section>
      {created === undefined ? null : (
        <NewKey
          key={created.apiKey.id}
          created={created}
          close={() => {
            setCreated(undefined);
            nameField.current?.focus();
          }}
        />
      )}
      <KeyList keys={keys} ownId={own?.id} change={held === undefined ? setChanging : undefined} revoke={setRevoking}>
        {failure === undefined ? null : <Failure {...failure} />}
        {keys === undefined && fetching ? <Loading label="Loading keys" isTall /> : null}
      </KeyList>
      <ClientTokens keys={keys ?? []} />
      {changing === undefined ? null : (
        <ChangeKey
          apiKey={changing}
          isOwn={changing.id === own?.id}
          close={() => {
            setChanging(undefined);
          }}
        />
      )}
      {revoking === undefined ? null : (
        <RevokeKey
          apiKey={revoking}
          isOwn={revoking.id === own?.id}
          close={() => {
            setRevoking(undefined);
          }}
          revoked={() => {
            setRevoking(undefined);
            reload();
          }}
        />
      )}
    </Page>
  );
};
