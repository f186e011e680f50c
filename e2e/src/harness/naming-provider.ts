import { type LoopbackServer, serveOnLoopback } from "./loopback";
import type { MoreCatalog } from "./with-system";

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

/** A provider with fal's protocol that finishes at once, and returns the prompt as the URL of the file. */
export const startNamingProvider = (): Promise<LoopbackServer> => {
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
  return serveOnLoopback(({ url = "", headers: { host = "" } }, body, response) => {
    const answer = answerTo(`http://${host}`, url, body.toString());
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
};
