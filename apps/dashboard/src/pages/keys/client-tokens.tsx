import { Anchor, Button, Table as Base } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { keyName, shortId } from "../../format/key-name";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { ClientTokensDocument, type ClientTokensQuery, RevokeClientTokenDocument } from "../../generated/operations";
import { usePages } from "../../paging/use-pages";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Instant } from "../../parts/instant";
import { Mark } from "../../parts/mark";
import { Money } from "../../parts/money";
import { PageEnd } from "../../parts/page-end";
import { Section } from "../../parts/section";
import { Table } from "../../parts/table";
import { callsAddress } from "../../shell/ledger-address";
import type { ApiKey } from "./api-key";
import styles from "./key-table.module.css";

const pick = ({ clientTokens }: ClientTokensQuery) => clientTokens;

const COLUMNS = [
  { name: "Token" },
  { name: "May" },
  { name: "Models" },
  { name: "From" },
  { name: "Spent", isNumber: true },
  { name: "Budget", isNumber: true },
  { name: "Made with" },
  { name: "Ends" },
  { name: "Action" },
] as const;

const nameOf = (id: string, keys: readonly ApiKey[]): string => {
  const key = keys.find((one) => one.id === id);
  return key === undefined ? shortId(id) : keyName(key);
};

interface ClientTokensProps {
  /** The API keys that create tokens. */
  readonly keys: readonly ApiKey[];
}

/** The client tokens that are valid now. Each expires within an hour, so revoking one needs no confirmation. */
export const ClientTokens = ({ keys }: ClientTokensProps) => {
  const control = usePages({ document: ClientTokensDocument, pick });
  const { fetching, refusal, run } = useMutationWithRefusal(RevokeClientTokenDocument);
  const [revoked, setRevoked] = useState<ReadonlySet<string>>(new Set());
  const { nodes, status } = control.pages;
  const end = async (id: string) => {
    const { data } = await run({ id });
    if (data?.revokeClientToken?.clientToken !== undefined) setRevoked((before) => new Set(before).add(id));
  };
  return (
    <Section title="Client tokens that work, newest first">
      {refusal === undefined ? null : <Failure refusal={refusal} />}
      {nodes.length === 0 && status === "end" ? (
        <Empty>No page has one. A server makes them with its API key.</Empty>
      ) : null}
      {nodes.length === 0 ? null : (
        <Table label="Client tokens" columns={COLUMNS}>
          {nodes.map(({ id, apiKeyId, operations, models, origins, budget, spent, expires }) => (
            <Base.Tr key={id}>
              <Base.Th scope="row" className="mono" title={id}>
                <Anchor
                  component={Link}
                  href={callsAddress({ token: id })}
                  inherit
                  aria-label={`Requests of token ${shortId(id)}`}
                >
                  {shortId(id)}
                </Anchor>
              </Base.Th>
              <Base.Td className={styles.list}>{operations.join(", ").toLowerCase()}</Base.Td>
              <Base.Td className={styles.list}>{models.join(", ") || "all"}</Base.Td>
              <Base.Td className={styles.list}>{origins.join(", ") || "anywhere"}</Base.Td>
              <Base.Td ta="right">
                <Money amount={spent} />
              </Base.Td>
              <Base.Td ta="right">
                <Money amount={budget} />
              </Base.Td>
              <Base.Td className={styles.list}>
                <bdi>{nameOf(apiKeyId, keys)}</bdi>
              </Base.Td>
              <Base.Td className={styles.ends}>
                <Instant at={expires} />
              </Base.Td>
              <Base.Td>
                {revoked.has(id) ? (
                  <Mark tone="wrong">Revoked</Mark>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={fetching}
                    aria-label={`Revoke token ${shortId(id)}`}
                    onClick={() => {
                      void end(id);
                    }}
                  >
                    Revoke
                  </Button>
                )}
              </Base.Td>
            </Base.Tr>
          ))}
        </Table>
      )}
      <PageEnd control={control} what="client tokens" />
    </Section>
  );
};
