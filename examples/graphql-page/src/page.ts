import { mountChat } from "./chat-panel";
import type { CreateClient, GraphqlClient } from "./clients/client";
import { type Choice, find, offer } from "./find";
import { BalanceDocument, StartDocument, type StartQuery } from "./generated/operations";
import { keepAsking } from "./keep-asking";
import { tell } from "./refusal";
import { createSession } from "./session";
import { mountVideo } from "./video-panel";

/** Only the selected one is loaded. */
const CLIENTS: Readonly<Record<string, () => Promise<{ readonly create: CreateClient }>>> = {
  "graphql-ws": () => import("./clients/graphql-ws"),
  urql: () => import("./clients/urql"),
  apollo: () => import("./clients/apollo"),
};

const asked = new URLSearchParams(location.search);
const name = asked.get("client") ?? "graphql-ws";
const money = find("#money", HTMLElement);

const watchBalance = (client: GraphqlClient, budget: string | undefined): void => {
  keepAsking({
    ask: ({ heard, end }) =>
      client.subscribe(
        BalanceDocument,
        {},
        {
          next({ balance }) {
            heard();
            money.textContent = `${balance.available} MXN available${budget === undefined ? "" : ` · this page may spend ${budget}`}`;
          },
          // It never completes by itself, so the server is restarting.
          end: (ending) => {
            end(ending.kind === "complete" ? { kind: "lost" } : ending);
          },
        },
      ),
    lost: () => {
      money.textContent = "Connecting again…";
    },
    ended: (refusal) => {
      money.textContent = tell(refusal);
    },
  });
};

/**
 * Cheapest first, showing the price per second before it is spent. A float is good enough for sorting, but not for
 * sums.
 */
const videosByPrice = (models: NonNullable<StartQuery["models"]>): Choice[] =>
  models
    .filter(({ type }) => type === "VIDEO")
    .map(({ id, prices }) => ({ id, mxn: prices.find(({ unit }) => unit === "SECOND")?.mxn ?? "" }))
    .sort((a, b) => Number(a.mxn) - Number(b.mxn))
    .map(({ id, mxn }) => ({ value: id, label: `${id} · ${mxn} MXN a second` }));

const start = async (): Promise<void> => {
  const load = CLIENTS[name];
  if (load === undefined) throw new Error(`There is no client ${name} here.`);
  find(`nav a[href="?client=${name}"]`, HTMLAnchorElement).setAttribute("aria-current", "page");
  const session = createSession();
  const [{ create }, { url }] = await Promise.all([load(), session()]);
  const client = create(url, session);
  // What is null has failed, and the client throws then.
  const { viewer, models } = await client.query(StartDocument, {});
  const chats = (models ?? []).filter(({ type }) => type === "CHAT").map(({ id }) => ({ value: id, label: id }));
  offer(find("#chat select", HTMLSelectElement), chats, asked.get("chat"));
  offer(find("#video select", HTMLSelectElement), videosByPrice(models ?? []), asked.get("video"));
  mountChat(client);
  mountVideo(client);
  watchBalance(client, viewer?.clientToken?.budget);
};

start().catch((error: unknown) => {
  money.textContent = tell(error);
});
