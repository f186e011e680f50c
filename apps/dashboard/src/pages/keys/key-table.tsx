import { Anchor, Button, Table as Base } from "@mantine/core";
import { Link } from "wouter";
import { keyName } from "../../format/key-name";
import { Instant } from "../../parts/instant";
import { KeyBudget } from "../../parts/key-budget";
import { Mark } from "../../parts/mark";
import { Table } from "../../parts/table";
import { callsAddress } from "../../shell/ledger-address";
import type { ApiKey } from "./api-key";
import { describeLimits } from "./key-limits";
import { KeyModels } from "./key-models";
import { type KeyState, stateOf } from "./key-state";
import styles from "./key-table.module.css";

const COLUMNS = [
  { name: "Name" },
  { name: "Key" },
  { name: "Budget" },
  { name: "Models" },
  { name: "Limits" },
  { name: "State" },
  { name: "Action" },
] as const;

const STATES = {
  works: { tone: "good", word: "Works" },
  spent: { tone: "warn", word: "Budget used up" },
  expired: { tone: "warn", word: "Expired" },
  revoked: { tone: "wrong", word: "Revoked" },
} as const satisfies Record<KeyState, object>;

/** When the key stopped working, or when it expires. */
const Ends = ({ apiKey: { revoked, expires }, state }: { readonly apiKey: ApiKey; readonly state: KeyState }) => {
  const at = revoked ?? expires;
  if (at === null) return null;
  return (
    <div className="faint">
      {state === "works" || state === "spent" ? "until " : null}
      <Instant at={at} toMinute />
    </div>
  );
};

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly nowMs: number;
  /** The key the user is signed in with. */
  readonly ownId: string | undefined;
  /** Undefined if that key may not manage keys. */
  readonly change: ((key: ApiKey) => void) | undefined;
  /** A key that may not manage keys may still revoke itself. */
  readonly revoke: (key: ApiKey) => void;
}

export const KeyTable = ({ keys, nowMs, ownId, change, revoke }: KeyTableProps) => (
  <Table label="API keys" columns={COLUMNS}>
    {keys.map((key) => {
      const state = stateOf(key, nowMs);
      const { tone, word } = STATES[state];
      const isOwn = key.id === ownId;
      return (
        <Base.Tr key={key.id}>
          <Base.Th scope="row" className={styles.name}>
            {key.name.trim() === "" ? <span className="faint">without a name</span> : <bdi>{key.name}</bdi>}
          </Base.Th>
          <Base.Td className={styles.key}>
            <span className="mono">{key.hint}</span>
            {isOwn ? <div>You are signed in with it</div> : null}
            <div className="faint">
              made <Instant at={key.created} toMinute />
            </div>
            <div className="faint">
              {key.lastUsed === null ? (
                "not used in the last year"
              ) : (
                <>
                  last used{" "}
                  <time dateTime={key.lastUsed} title={`${key.lastUsed}, UTC`} className="numbers">
                    {key.lastUsed}
                  </time>
                </>
              )}
            </div>
          </Base.Td>
          <Base.Td className={styles.budget}>{state === "revoked" ? null : <KeyBudget budget={key.budget} />}</Base.Td>
          <Base.Td className={styles.list}>{state === "revoked" ? null : <KeyModels models={key.models} />}</Base.Td>
          <Base.Td className={styles.limits}>{state === "revoked" ? null : describeLimits(key.limits)}</Base.Td>
          <Base.Td className={styles.ends}>
            <Mark tone={tone}>{word}</Mark>
            <Ends apiKey={key} state={state} />
          </Base.Td>
          <Base.Td>
            <div className={styles.actions}>
              <Anchor
                component={Link}
                href={callsAddress({ key: key.id })}
                size="sm"
                aria-label={`Requests of ${keyName(key)}`}
              >
                Requests
              </Anchor>
              {state === "revoked" || change === undefined ? null : (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Change ${keyName(key)}`}
                  onClick={() => {
                    change(key);
                  }}
                >
                  Change …
                </Button>
              )}
              {state === "revoked" || (change === undefined && !isOwn) ? null : (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Revoke ${keyName(key)}`}
                  onClick={() => {
                    revoke(key);
                  }}
                >
                  Revoke …
                </Button>
              )}
            </div>
          </Base.Td>
        </Base.Tr>
      );
    })}
  </Table>
);
