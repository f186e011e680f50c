/**
 * The libraries on the gateway's call path and the ledger's commit path, with nothing of the product in between: a body
 * is validated and parsed, a hold and a settlement are made durable in shared blocks, an answer is parsed and
 * serialised again. This is the minimum cost of a gateway with billing.
 */
import { createHash, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { silentLog } from "@cenote/core";
import { connectMongo } from "@cenote/mongo";
import fastify from "fastify";
import { Agent } from "undici";

const MAX_ENTRIES = 500;
const ORGANIZATION = randomUUID();
const BODY = {
  type: "object",
  required: ["model", "messages"],
  properties: {
    model: { type: "string" },
    messages: {
      type: "array",
      items: {
        type: "object",
        required: ["role", "content"],
        properties: { role: { type: "string" }, content: { type: "string" } },
      },
    },
  },
};

interface Waiting {
  /** Unique key of a settlement. */
  readonly key: string | undefined;
  readonly text: string;
  readonly resolve: () => void;
}

const origin = new URL(process.env["UPSTREAM_URL"] ?? "").origin;
const upstream = new Agent({ connections: null, pipelining: 1 });

const ask = (path: string, authorization: string | undefined, body: string): Promise<{ readonly usage?: unknown }> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    upstream.dispatch(
      {
        origin,
        path,
        method: "POST",
        headers: { "content-type": "application/json", authorization: authorization ?? "" },
        body,
      },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData(_controller, part) {
          parts.push(part);
        },
        onResponseEnd() {
          resolve(JSON.parse(Buffer.concat(parts).toString()) as { readonly usage?: unknown });
        },
        onResponseError(_controller, error) {
          reject(error);
        },
      },
    );
  });

const start = async (): Promise<void> => {
  const connection = await connectMongo(process.env["MONGODB_URI"] ?? "", {
    log: silentLog,
    appName: "cenote-bench-parts",
  });
  const blocks = connection.collection<{ _id: string; keys: string[]; hash: string; entries: string[] }>(
    "bench_blocks",
  );
  await blocks.createIndex({ keys: 1 }, { unique: true }, {});
  let waiting: Waiting[] = [];
  let writing = false;
  let hash = "";
  let seq = 0;

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_ENTRIES);
      waiting = waiting.slice(MAX_ENTRIES);
      const entries = batch.map(({ text }) => text);
      hash = createHash("sha256").update(hash).update(entries.join("\n")).digest("hex");
      await blocks.insertOne({
        _id: `${ORGANIZATION}:${++seq}`,
        keys: [`block:${seq}`, ...batch.flatMap(({ key }) => key ?? [])],
        hash,
        entries,
      });
      for (const { resolve } of batch) resolve();
    }
    writing = false;
  };
  const append = (entry: unknown, key?: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ key, text: JSON.stringify(entry), resolve });
      if (writing) return;
      writing = true;
      setImmediate(() => {
        void write();
      });
    });

  const app = fastify();
  app.post<{ Body: { readonly model: string } }>(
    "/*",
    { schema: { body: BODY } },
    async ({ url, body, headers: { authorization } }, reply) => {
      const id = randomUUID();
      const held = append(["hold", id, "1000000", Date.now()]);
      const answer = await ask(url, authorization, JSON.stringify(body));
      await held;
      await append(["settle", id, body.model, answer.usage, "0.000123", "0.00246", "20", Date.now()], id);
      return reply.header("x-request-id", id).type("application/json").send(JSON.stringify(answer));
    },
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  process.stdout.write(`ready http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
  process.once("SIGTERM", () => {
    void blocks.drop().finally(() => process.exit(0));
  });
};

start().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
