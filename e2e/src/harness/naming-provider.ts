import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { MoreCatalog } from "./with-system";

/** A provider with fal's protocol that finishes at once, and returns the prompt as the URL of the file. */
export interface NamingProvider {
  readonly url: string;
  stop(): void;
}

export const NAMED_VIDEO = "naming/video";
export const NAMED_IMAGE = "naming/image";

export const namingCatalog = (
  url: string,
  prices: { readonly second: string; readonly image: string },
): MoreCatalog => ({
  providers: { naming: { kind: "fal", base_url: `${url}/naming`, api_key: "any" } },
  models: [
    {
      id: NAMED_VIDEO,
      type: "video",
      default_duration_s: 5,
      max_duration_s: 5,
      price_usd: { per_second: prices.second },
      routes: [{ provider: "naming", model: "a/video" }],
    },
    {
      id: NAMED_IMAGE,
      type: "image",
      price_usd: { per_image: prices.image },
      routes: [{ provider: "naming", model: "a/image" }],
    },
  ],
});

export const startNamingProvider = async (): Promise<NamingProvider> => {
  const prompts: string[] = [];
  const answerTo = (origin: string, path: string, body: string): object => {
    if (path.endsWith("/a/image")) return { images: [{ url: (JSON.parse(body) as { prompt: string }).prompt }] };
    if (path.endsWith("/a/video")) {
      const job = `${origin}/queue/${prompts.push((JSON.parse(body) as { prompt: string }).prompt) - 1}`;
      return {
        request_id: job,
        status_url: `${job}/status`,
        response_url: `${job}/result`,
        cancel_url: `${job}/cancel`,
      };
    }
    const [, , job, what] = path.split("/");
    return what === "status" ? { status: "COMPLETED" } : { video: { url: prompts[Number(job)] } };
  };
  const server = createServer((request, response) => {
    let body = "";
    request
      .setEncoding("utf8")
      .on("data", (text: string) => {
        body += text;
      })
      .on("end", () => {
        const {
          url: path = "",
          headers: { host = "" },
        } = request;
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify(answerTo(`http://${host}`, path, body)));
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
};
