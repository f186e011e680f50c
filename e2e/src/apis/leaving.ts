import { createClient as createSseClient } from "graphql-sse";
import { ask } from "../harness/client";
import { CHAT_TOKENS, type ChatEvent, chatInput, openGraphql } from "../harness/graphql";
import { entryOf, settledBalance } from "../harness/ledger";
import { newPayer } from "../harness/payer";
import { readEvents } from "../harness/sse";
import { harness } from "./harness";

/** The provider's next word is ten minutes away, so only a caller who leaves can end the wait. */
const AWAITED = "[[sim words=3 chunk_ms=600000]]";

type Leave = () => void;
type Subscription = { readonly data?: { readonly chatTokens?: ChatEvent | null } | null | undefined };
type Subscribe = (
  query: { readonly query: string; readonly variables: Record<string, unknown> },
  sink: { next(value: Subscription): void; error(error: unknown): void; complete(): void },
) => Leave;

/** Resolves with a function to leave, once a word has arrived. */
const untilWord = (subscribe: Subscribe, question: string): Promise<{ readonly id: string; readonly leave: Leave }> =>
  new Promise((resolve, reject) => {
    let id = "";
    const leave = subscribe(
      { query: CHAT_TOKENS, variables: { input: chatInput(question) } },
      {
        next({ data }) {
          id = data?.chatTokens?.requestId ?? id;
          if (data?.chatTokens?.__typename === "ChatDelta")
            resolve({
              id,
              leave: () => {
                leave();
              },
            });
        },
        error: reject,
        complete: () => {
          reject(new Error("the answer ended"));
        },
      },
    );
  });

const WAYS: Record<string, (question: string, key: string) => Promise<{ readonly id: string; readonly leave: Leave }>> =
  {
    async "a REST stream that is closed"(question, key) {
      const leaving = new AbortController();
      const response = await harness().client.post("/v1/chat/completions", ask(question, { stream: true }), {
        key,
        signal: leaving.signal,
      });
      for await (const { data } of readEvents(response)) if (data.includes(`"content"`)) break;
      return {
        id: response.headers.get("x-request-id") ?? "",
        leave: () => {
          leaving.abort();
        },
      };
    },
    "a WebSocket subscription that is ended": (question, key) => {
      const client = openGraphql(harness().system, { key });
      return untilWord((query, sink) => client.subscribe<{ chatTokens: ChatEvent }>(query, sink), question);
    },
    "a WebSocket that is lost": async (question, key) => {
      const client = openGraphql(harness().system, { key });
      const { id } = await untilWord(
        (query, sink) => client.subscribe<{ chatTokens: ChatEvent }>(query, { ...sink, error: () => {} }),
        question,
      );
      return {
        id,
        leave: () => {
          client.terminate();
        },
      };
    },
    "a GraphQL event stream that is ended": (question, key) => {
      const client = createSseClient({
        url: `${harness().system.baseUrl}/graphql/stream`,
        headers: { authorization: `Bearer ${key}` },
        retryAttempts: 0,
      });
      return untilWord((query, sink) => client.subscribe<{ chatTokens: ChatEvent }>(query, sink), question);
    },
  };

test.each(Object.keys(WAYS))(
  "%s while waiting for a token stops the provider before that token, and what arrived is charged",
  async (way) => {
    const { system, simulator } = harness();
    const { org, key } = await newPayer(system);
    const marker = `marker-${way.replaceAll(" ", "-")}`;
    const { id, leave } = await (
      WAYS[way] ??
      (() => {
        throw new Error("no such way");
      })
    )(`${marker} ${AWAITED}`, key);
    leave();
    expect((await simulator.calls(marker)).map(({ outcome }) => outcome)).toEqual(["aborted"]);
    const settle = await entryOf(system, org, id, "settle");
    expect(settle.charge?.call?.outcome).toBe("cancelled");
    await settledBalance(system, org);
  },
);
