import type { BillingService, InferenceService, MediaService } from "@cenote/contracts";
import { createMetrics } from "@cenote/runtime";
import { createSeededIds } from "@cenote/testkit";
import { silentLog, systemClock } from "@cenote/core";
import type { GatewayOptions } from "../compose";
import { type Gateway, createGateway } from "../gateway";
import type { GraphqlSettings } from "../graphql/apollo";
import type { GatewaySettings } from "../settings";
import { createFakeBilling } from "./fake-billing";
import { createFakeMedia, type FakeMedia } from "./fake-media";
import { type FakeInference, createFakeInference } from "./fake-inference";
import { SAMPLE_KEY } from "./samples";

export interface RunningGateway {
  readonly url: string;
  readonly gateway: Gateway;
  readonly inference: FakeInference;
  readonly media: FakeMedia;
  /** A request with the sample key. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** A JSON body with the sample key. */
  readonly post: (path: string, body: unknown, init?: RequestInit) => Promise<Response>;
}

export interface StartOptions extends Partial<Omit<GatewayOptions, "billing" | "inference" | "media" | "settings">> {
  readonly billing?: Partial<BillingService>;
  readonly inference?: Partial<InferenceService>;
  readonly media?: Partial<MediaService>;
  readonly settings?: Partial<GatewaySettings>;
}

const NONE: readonly string[] = [];
const GRAPHQL: GraphqlSettings = { introspection: true, landingPage: false };

const SETTINGS: GatewaySettings = {
  bodyLimitBytes: () => 20 * 1024 * 1024,
  publicUrl: () => "http://127.0.0.1:8080",
  corsOrigins: () => NONE,
  trustedProxies: () => NONE,
  graphql: () => GRAPHQL,
};

/** A gateway on a free port over fake services. Close it with `gateway.close(0)`. */
export const startGateway = async (options: StartOptions = {}): Promise<RunningGateway> => {
  const inference = createFakeInference(options.inference);
  const media = createFakeMedia(options.media);
  const gateway = createGateway({
    files: { kind: "folder", path: "/nowhere" },
    clock: systemClock,
    ids: createSeededIds(),
    log: silentLog,
    host: "127.0.0.1",
    port: 0,
    metrics: createMetrics({ runtime: false }),
    ...options,
    settings: { ...SETTINGS, ...options.settings },
    billing: createFakeBilling(options.billing),
    inference,
    media,
  });
  const { url } = await gateway.listen();
  const authorization = { authorization: `Bearer ${SAMPLE_KEY}` };
  const request: RunningGateway["request"] = (path, init) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...authorization, ...(init?.headers as Record<string, string> | undefined) },
    });
  return {
    url,
    gateway,
    inference,
    media,
    request,
    post: (path, body, init) =>
      request(path, {
        method: "POST",
        body: JSON.stringify(body),
        ...init,
        headers: { "content-type": "application/json", ...(init?.headers as Record<string, string> | undefined) },
      }),
  };
};
