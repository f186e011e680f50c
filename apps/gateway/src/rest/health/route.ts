import { type BillingService, type InferenceService, type MediaService, VideoStatus } from "@cenote/contracts";
import { answeredWithin, CenoteError, type Clock, ShuttingDown } from "@cenote/core";
import type { Metrics } from "@cenote/runtime";
import type { FastifyInstance } from "fastify";
import { JSON_TYPE } from "../../server/answers/json-type";
import type { CallGate } from "../../server/calls/call-gate";
import { isInternalRequest, namesPublicAddress } from "../../server/http/internal-requests";

export interface HealthRouteParts {
  readonly billing: Pick<BillingService, "getFxRate" | "listClientTokens">;
  readonly inference: Pick<InferenceService, "listModels">;
  readonly media: Pick<MediaService, "listVideos">;
  readonly gate: CallGate;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly publicUrl: () => string;
  readonly probeMs: number;
  readonly retryAfterMs: number;
}

const NOBODY = {
  requestId: "",
  organizationId: "00000000-0000-0000-0000-000000000000",
  keyId: "",
  zdr: false,
  idempotencyKey: "",
};

// Lists of an organization that does not exist: they query the database and find nothing.
const PAGE = { size: 1, cursor: "" };
const NOBODYS_TOKENS = { organizationId: NOBODY.organizationId, page: PAGE };
const NOBODYS_VIDEOS = { context: NOBODY, page: PAGE, status: VideoStatus.VIDEO_STATUS_UNSPECIFIED };

const quiet = { schema: { hide: true }, config: { quiet: true } };

/**
 * For the orchestrator: liveness of this process; readiness of this process and the services; metrics, only for
 * internal requests. No key is required.
 */
export const addHealthRoutes = (server: FastifyInstance, parts: HealthRouteParts): void => {
  const { billing, inference, media, gate, clock, metrics, publicUrl, probeMs, retryAfterMs } = parts;

  /** Whether a service answers in time. */
  const answers = async (ask: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> => {
    const limit = new AbortController();
    try {
      await answeredWithin(clock, probeMs, ask(limit.signal));
      return true;
    } catch {
      return false;
    } finally {
      limit.abort(new Error("the probe is over"));
    }
  };

  server.get("/healthz", quiet, (_request, reply) => reply.type(JSON_TYPE).send(`{"status":"alive"}`));

  /** The body of an answer. Throws if a part that every call needs is unavailable. */
  const askAll = async (): Promise<string> => {
    const [hasBilling, hasDatabase, hasInference, hasMedia] = await Promise.all([
      // Billing answers it without its database.
      answers((signal) => billing.getFxRate({}, signal)),
      answers((signal) => billing.listClientTokens(NOBODYS_TOKENS, signal)),
      answers((signal) => inference.listModels({}, signal)),
      answers((signal) => media.listVideos(NOBODYS_VIDEOS, signal)),
    ]);
    const needed = [
      // If billing is unavailable, the state of its database is unknown.
      ...(hasBilling ? (hasDatabase ? [] : ["the database"]) : ["billing"]),
      ...(hasInference ? [] : ["inference"]),
    ];
    const unavailable = hasMedia ? [] : ["media"];
    if (needed.length === 0) return JSON.stringify({ status: "ready", ...(unavailable.length > 0 && { unavailable }) });
    const away = [...needed, ...unavailable];
    throw new CenoteError("overloaded", `${away.join(", ")} ${away.length === 1 ? "does" : "do"} not answer.`, {
      retryAfterMs,
    });
  };
  /** Concurrent requests share one probe, because they need no key. */
  let looking: Promise<string> | undefined;
  const look = (): Promise<string> => {
    looking ??= askAll().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  server.get("/readyz", quiet, async (_request, reply) => {
    if (gate.isClosed) throw new ShuttingDown({ retryAfterMs });
    return reply.type(JSON_TYPE).send(await look());
  });

  server.get("/metrics", quiet, async (request, reply) => {
    // Metrics reveal providers and load, so external requests get a 404.
    if (!isInternalRequest(request.raw) || namesPublicAddress(request.headers.host, publicUrl()))
      throw new CenoteError("not_found");
    return reply.type(metrics.contentType).send(await metrics.render());
  });
};
