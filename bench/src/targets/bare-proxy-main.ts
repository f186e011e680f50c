/** The platform's limit: a proxy that forwards bytes without looking at them. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

const upstream = new Pool(process.env["UPSTREAM_URL"] ?? "", { connections: null, pipelining: 1 });
/** Headers of a connection rather than of the call. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);

const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await upstream.request({
    method: "POST",
    path: request.url ?? "/",
    headers: { "content-type": "application/json", authorization: request.headers.authorization ?? "" },
    body: Buffer.concat(chunks),
  });
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
  response.writeHead(answer.statusCode, headers);
  answer.body.on("error", () => {
    response.destroy();
  });
  answer.body.pipe(response);
  response.on("close", () => {
    if (!response.writableFinished) answer.body.destroy();
  });
};

const server = createServer((request, response) => {
  pass(request, response).catch(() => {
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
