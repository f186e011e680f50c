// Your own server: it has the API key, and gives its pages tokens that are good for a few minutes and a few pesos.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const { CENOTE_API_KEY = "", CENOTE_URL = "http://127.0.0.1:8080", PORT = "3000" } = process.env;
const TOKEN = `mutation ($input: ClientTokenInput!) { createClientToken(input: $input) { secret clientToken { expires } } }`;
const LIBRARY = dirname(fileURLToPath(import.meta.resolve("graphql-ws/client")));
const HERE = dirname(fileURLToPath(import.meta.url));
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8" };

/** A token for one page: chat and video from this origin, fifty pesos in all. A real server asks who its user is first. */
const mintToken = async (origin) => {
  const response = await fetch(`${CENOTE_URL}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${CENOTE_API_KEY}` },
    body: JSON.stringify({ query: TOKEN, variables: { input: { operations: ["CHAT", "VIDEO"], origins: [origin], budget: "50", ttlSeconds: 600 } } }),
  });
  const { data, errors } = await response.json();
  if (errors !== undefined) throw new Error(errors[0].message);
  return data.createClientToken.secret;
};

const fileOf = (path) => {
  if (path === "/") return join(HERE, "index.html");
  if (path === "/page.js") return join(HERE, "page.js");
  const [, name] = /^\/graphql-ws\/([\w.-]+\.js)$/.exec(path) ?? [];
  return name === undefined ? undefined : join(LIBRARY, name);
};

const answer = async (request, response) => {
  try {
    const origin = `http://${request.headers.host}`;
    const [path] = request.url.split("?");
    if (path === "/token" && request.method === "POST") {
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(JSON.stringify({ url: `${CENOTE_URL.replace(/^http/, "ws")}/graphql`, token: await mintToken(origin) }));
      return;
    }
    const file = fileOf(path);
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": TYPES[file.split(".").at(-1)] }).end(await readFile(file));
  } catch (error) {
    response.writeHead(502, { "content-type": "text/plain" }).end(error.message);
  }
};

const server = createServer((request, response) => { void answer(request, response); });
server.listen(Number(PORT), "127.0.0.1", () => { process.stdout.write(`http://127.0.0.1:${server.address().port}\n`); });
