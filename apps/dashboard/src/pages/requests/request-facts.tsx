import type { ReactNode } from "react";
import { formatDuration } from "../../format/format-time";
import { TYPE_NAMES } from "../../format/model-words";
import { Instant } from "../../parts/instant";
import { OutcomeMark } from "../../parts/outcome-mark";
import { Section } from "../../parts/section";
import styles from "./request-facts.module.css";
import type { RequestRecord } from "./request-record";

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export const RequestFacts = ({ request }: { readonly request: RequestRecord }) => (
  <Section title="The call">
    <dl className={styles.facts}>
      <Fact name="Model">{request.model}</Fact>
      <Fact name="Kind">
        {request.kind === null ? "unknown" : TYPE_NAMES[request.kind]}
        {request.stream ? ", streamed" : ""}
        {request.cached ? ", from the cache" : ""}
      </Fact>
      <Fact name="Outcome">
        <OutcomeMark outcome={request.outcome} />
      </Fact>
      <Fact name="Charged">
        <Instant at={request.at} />
      </Fact>
      {request.firstContentMs === 0 ? null : (
        <Fact name="Until the first content">{formatDuration(request.firstContentMs)}</Fact>
      )}
      <Fact name="In all">{formatDuration(request.durationMs)}</Fact>
      <Fact name="API key">
        {request.apiKey === null ? "unknown" : `${request.apiKey.name} (${request.apiKey.hint})`.trimStart()}
      </Fact>
      {request.clientTokenId === null ? null : (
        <Fact name="Client token">
          <span className="mono">{request.clientTokenId}</span>
        </Fact>
      )}
    </dl>
  </Section>
);
