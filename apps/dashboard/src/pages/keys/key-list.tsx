import { Anchor, TextInput } from "@mantine/core";
import { type PropsWithChildren, useState } from "react";
import { Link } from "wouter";
import { nowMs } from "../../clock";
import { Empty } from "../../parts/empty";
import { Section } from "../../parts/section";
import { ShowAll } from "../../parts/show-all";
import { USAGE_BY_KEY } from "../../shell/usage-address";
import type { ApiKey } from "./api-key";
import { findKeys } from "./find-keys";
import styles from "./key-list.module.css";
import { KeyTable } from "./key-table";

/** With fewer keys, a search field is not needed. */
const MANY = 10;
/** Keys shown at first. Client tokens are below them. */
const MAX_SHOWN = 25;

interface KeyListProps {
  readonly keys: readonly ApiKey[] | undefined;
  readonly ownId: string | undefined;
  /** Undefined if that key may not manage keys. */
  readonly change: ((key: ApiKey) => void) | undefined;
  readonly revoke: (key: ApiKey) => void;
}

/**
 * The keys, and a search field if there are many. @param children Shown above the keys, and in their place while they
 * are loading.
 */
export const KeyList = ({ keys, ownId, change, revoke, children }: PropsWithChildren<KeyListProps>) => {
  const [text, setText] = useState("");
  const [showsAll, setShowsAll] = useState(false);
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
  return (
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
      {children}
      {keys === undefined ? null : found.length === 0 ? (
        <Empty>{keys.length === 0 ? "There is no key." : "No key is like that."}</Empty>
      ) : (
        <KeyTable
          keys={showsAll ? found : found.slice(0, MAX_SHOWN)}
          nowMs={nowIs}
          ownId={ownId}
          change={change}
          revoke={revoke}
        />
      )}
      {found.length <= MAX_SHOWN ? null : (
        <ShowAll first={MAX_SHOWN} all={`${found.length} keys`} showsAll={showsAll} change={setShowsAll} />
      )}
    </Section>
  );
};
