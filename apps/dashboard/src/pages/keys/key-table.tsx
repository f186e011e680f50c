import { Button, Table as Base } from "@mantine/core";
import { Instant } from "../../parts/instant";
import { Mark } from "../../parts/mark";
import { Table } from "../../parts/table";
import { type ApiKey, keyName } from "./api-key";
import { describeLimits } from "./key-limits";
import styles from "./key-table.module.css";

const COLUMNS = [
  { name: "Name" },
  { name: "Key" },
  { name: "Made" },
  { name: "Limits" },
  { name: "State" },
  { name: "Action" },
] as const;

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly change: (key: ApiKey) => void;
  readonly revoke: (key: ApiKey) => void;
}

export const KeyTable = ({ keys, change, revoke }: KeyTableProps) => (
  <Table label="API keys" columns={COLUMNS}>
    {keys.map((key) => (
      <Base.Tr key={key.id}>
        <Base.Th scope="row" className={styles.name}>
          {key.name === "" ? <span className="faint">without a name</span> : <bdi>{key.name}</bdi>}
        </Base.Th>
        <Base.Td className="mono">{key.hint}</Base.Td>
        <Base.Td>
          <Instant at={key.created} />
        </Base.Td>
        <Base.Td className={styles.limits}>{key.revoked === null ? describeLimits(key.limits) : null}</Base.Td>
        <Base.Td>
          {key.revoked === null ? (
            <Mark tone="good">Works</Mark>
          ) : (
            <>
              <Mark tone="wrong">Revoked</Mark> <Instant at={key.revoked} />
            </>
          )}
        </Base.Td>
        <Base.Td>
          {key.revoked === null ? (
            <div className={styles.actions}>
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
            </div>
          ) : null}
        </Base.Td>
      </Base.Tr>
    ))}
  </Table>
);
