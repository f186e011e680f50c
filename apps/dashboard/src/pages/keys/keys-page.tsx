import { Anchor, TextInput } from "@mantine/core";
import { useState } from "react";
import { useQuery } from "urql";
import { Link } from "wouter";
import { refusalOf } from "../../api/refusal";
import { nowMs } from "../../clock";
import { ApiKeysDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { USAGE_BY_KEY } from "../../shell/usage-address";
import { ChangeKey } from "./change-key";
import { ClientTokens } from "./client-tokens";
import { CreateKey } from "./create-key";
import { findKeys } from "./find-keys";
import { KeyTable } from "./key-table";
import { tellRestrictions } from "./key-restrictions";
import { NewKey } from "./new-key";
import { RestrictedNote } from "./restricted-note";
import { RevokeKey } from "./revoke-key";
import type { ApiKey, CreatedKey } from "./api-key";
import styles from "./keys-page.module.css";

/** With fewer keys there is no search field. */
const MANY = 10;

/** The organization's keys: whoever has one may spend its money. */
export const KeysPage = () => {
  const [{ data, error, fetching }, ask] = useQuery({ query: ApiKeysDocument });
  const [created, setCreated] = useState<CreatedKey>();
  const [changing, setChanging] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [text, setText] = useState("");
  const keys = data?.apiKeys;
  const own = data?.viewer.apiKey ?? undefined;
  const held = own === undefined ? undefined : tellRestrictions(own);
  const nowIs = nowMs();
  const found = findKeys(keys ?? [], { text, nowMs: nowIs });
  const search =
    keys === undefined || keys.length <= MANY ? null : (
      <search className={styles.search}>
        <output>
          {found.length} of {keys.length}
        </output>
        <TextInput
          size="xs"
          type="search"
          aria-label="Find a key"
          placeholder="laptop, 5mIQ …"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
      </search>
    );
  const askAgain = () => {
    ask({ requestPolicy: "network-only" });
  };
  return (
    <Page title="API keys">
      <Section title="Make a key">
        {held === undefined ? (
          <CreateKey
            created={(key) => {
              setCreated(key);
              askAgain();
            }}
          />
        ) : (
          <RestrictedNote held={held} />
        )}
      </Section>
      {created === undefined ? null : (
        <NewKey
          created={created}
          close={() => {
            setCreated(undefined);
          }}
        />
      )}
      <Section
        title="Keys, newest first, those that ended last"
        controls={
          <div className={styles.controls}>
            <Anchor component={Link} href={USAGE_BY_KEY} size="sm">
              Usage by key
            </Anchor>
            {search}
          </div>
        }
      >
        {error === undefined ? null : <Failure refusal={refusalOf(error)} retry={askAgain} />}
        {keys === undefined ? (
          fetching && <Loading label="Loading keys" />
        ) : found.length === 0 ? (
          <Empty>{keys.length === 0 ? "There is no key." : "No key is like that."}</Empty>
        ) : (
          <KeyTable
            keys={found}
            nowMs={nowIs}
            ownId={own?.id}
            change={held === undefined ? setChanging : undefined}
            revoke={setRevoking}
          />
        )}
      </Section>
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
            askAgain();
          }}
        />
      )}
    </Page>
  );
};
