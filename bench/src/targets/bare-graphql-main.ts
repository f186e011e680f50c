/** The platform's limit: graphql-ws alone, emitting events of the same shape at the same pace, without a gateway. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSchema } from "graphql";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";

const CHUNK_MS = Number(process.env["CHUNK_MS"]);
const schema = buildSchema(`
  type ChatDelta { content: String }
  type ChatStarted { requestId: ID }
  union ChatEvent = ChatStarted | ChatDelta
  type Query { nothing: Int }
  type Subscription { chatTokens: ChatEvent! }
`);

const words = async function* () {
  yield { chatTokens: { __typename: "ChatStarted", requestId: "req_000000000000000000000000" } };
  for (let word = 0; ; word++) {
    await new Promise((resolve) => {
      setTimeout(resolve, CHUNK_MS);
    });
    yield { chatTokens: { __typename: "ChatDelta", content: `word${word} ` } };
  }
};

const server = createServer();
useServer(
  { schema, roots: { subscription: { chatTokens: words } } },
  new WebSocketServer({ server, path: "/graphql" }),
);
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
