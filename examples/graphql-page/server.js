// Your own server: it has the API key, and gives its pages tokens that are valid for a few minutes and a few pesos.
import { createServer } from "node:http";
import { bundlePage } from "./bundle.js";

const { CENOTE_API_KEY = "", CENOTE_URL = "http://127.0.0.1:8080", PORT = "3000" } = process.env;
// Set here rather than taken from the request, since tokens are bound to it.
const { ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;
const TOKEN =
  "mutation ($input: ClientTokenInput!) { createClientToken(input: $input) { secret clientToken { expires } } }";

/**
 * A token for one page: chat, video and balance from this origin, for fifty pesos in total. A real server first checks
 * who its user is.
 */
const mintGrant = async () => {
  const response = await fetch(`${CENOTE_URL}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${CENOTE_API_KEY}` },
    body: JSON.stringify({
      query: TOKEN,
      variables: {
        input: { operations: ["CHAT", "VIDEO", "BALANCE"], origins: [ORIGIN], budget: "50", ttlSeconds: 600 },
      },
    }),
  });
  const { data, errors } = await response.json();
  if (errors !== undefined) throw new Error(errors[0].message);
  const { secret, clientToken } = data.createClientToken;
  return { url: `${CENOTE_URL}/graphql`, token: secret, expires: clientToken.expires };
};

const files = await bundlePage();

const answer = async (request, response) => {
  const [path] = request.url.split("?");
  try {
    if (path === "/token" && request.method === "POST") {
      // Pages of other sites get no token.
      if (request.headers.origin !== ORIGIN)
        response.writeHead(403).end(`Open the page at ${ORIGIN}, or set ORIGIN to where it is opened.`);
      else {
        const grant = await mintGrant();
        response
          .writeHead(200, { "content-type": "application/json", "cache-control": "no-store" })
          .end(JSON.stringify(grant));
      }
      return;
    }
    const file = files.get(path);
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": file.type }).end(file.body);
  } catch (error) {
    response.writeHead(502, { "content-type": "text/plain" }).end(error.message);
  }
};

const server = createServer((request, response) => {
  void answer(request, response);
});
server.listen(Number(PORT), "127.0.0.1", () => {
  process.stdout.write(`${ORIGIN}\n`);
});
