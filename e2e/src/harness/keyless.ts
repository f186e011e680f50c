import { pipeline } from "node:stream/promises";
import { type LoopbackServer, serveOnLoopback } from "./loopback";

/** A model server on the operator's own machine, without a key. */
export interface Keyless extends LoopbackServer {
  /** Keys that were sent nevertheless. */
  readonly keys: readonly string[];
}

/** The simulator behind it requires a key like real providers, and gets one here. */
export const startKeyless = async (simulatorUrl: string): Promise<Keyless> => {
  const keys: string[] = [];
  const server = await serveOnLoopback((request, body, response) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) keys.push(authorization);
    const forward = async () => {
      const answer = await fetch(`${simulatorUrl}${request.url ?? ""}`, {
        method: request.method ?? "POST",
        body,
        headers: {
          authorization: "Bearer local",
          "content-type": request.headers["content-type"] ?? "application/json",
        },
      });
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      if (answer.body === null) response.end();
      else await pipeline(answer.body, response);
    };
    forward().catch(() => {
      response.destroy();
    });
  });
  return { ...server, keys };
};
