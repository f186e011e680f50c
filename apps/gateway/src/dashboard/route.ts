import { CenoteError } from "@cenote/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { MediaFiles } from "../media-files";
import { atRoot } from "../server/http/missing-route";
import type { DashboardFile, DashboardFiles } from "./dashboard-files";
import { securityHeaders } from "./security-headers";

const FOR_A_YEAR = "public, max-age=31536000, immutable";

interface RestParams {
  readonly Params: { readonly "*": string };
}

export interface DashboardRouteParts {
  readonly dashboard: DashboardFiles;
  readonly files: MediaFiles;
}

const wantsPage = ({ headers }: FastifyRequest): boolean => (headers.accept ?? "").includes("text/html");

/** `Accept-Encoding` accepts a coding unless its quality is zero. */
const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:\s*,|\s*$))/.test(headers["accept-encoding"] ?? "");

const give = (
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, body, gzipped }: DashboardFile,
): FastifyReply => {
  void reply.type(contentType).header("vary", "accept-encoding");
  return takesGzip(request) ? reply.header("content-encoding", "gzip").send(gzipped) : reply.send(body);
};

/**
 * Serves the dashboard's files, its page at every other address below `/dashboard`, and a redirect from `/` for
 * browsers. No key is required.
 */
export const addDashboardRoutes = (server: FastifyInstance, { dashboard, files }: DashboardRouteParts): void => {
  const options = { schema: { hide: true }, config: { quiet: true } };
  const headers = securityHeaders(files.kind === "bucket" ? new URL(files.baseUrl).origin : undefined);

  const givePage = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    give(request, reply.headers(headers).header("cache-control", "no-store"), dashboard.page);

  server.get("/dashboard", options, givePage);
  server.get<RestParams>("/dashboard/*", options, (request, reply) => {
    const { "*": path } = request.params;
    const asset = dashboard.assets.get(path);
    if (asset !== undefined) return give(request, reply.headers(headers).header("cache-control", FOR_A_YEAR), asset);
    // A page of an earlier build requests files that no longer exist. Browsers would run the page as a script instead.
    if (path.startsWith("assets/")) throw new CenoteError("not_found");
    return givePage(request, reply);
  });
  server.get("/", options, (request, reply) => {
    if (!wantsPage(request)) throw atRoot(" Its dashboard is at `/dashboard`.");
    return reply.header("vary", "accept").redirect("/dashboard");
  });
};
