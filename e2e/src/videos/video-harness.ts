import { mediaCost } from "../harness/exact";
import { FAL_VIDEO, mediaCatalog, MEDIA_PRICES } from "../harness/media-catalog";
import type { LoopbackServer } from "../harness/loopback";
import { namingCatalog, startNamingProvider } from "../harness/naming-provider";
import { newPayer, type Payer } from "../harness/payer";
import type { VideoJob } from "../harness/videos";
import { withSystem } from "../harness/with-system";
import { callbackReceiver } from "../harness/callback-receiver";

export const PATH = "/v1/videos/generations";
export const FREE_CREDIT = 50_000_000_000n;
/** Finished by the first poll. */
export const QUICK = "[[sim polls=0]]";

export const costOf = (seconds: number) => mediaCost(seconds, MEDIA_PRICES.second);

/** A system with every provider of videos, and a receiver of callbacks. Call it at the top of the file. */
export const videoHarness = () => {
  const hooks = callbackReceiver();
  let naming: LoopbackServer | undefined;

  const harness = withSystem({
    env: hooks.start,
    async more(simulatorUrl) {
      naming = await startNamingProvider();
      const [media, named] = [mediaCatalog(simulatorUrl), namingCatalog(naming.url, MEDIA_PRICES)];
      return { providers: { ...media.providers, ...named.providers }, models: [...media.models, ...named.models] };
    },
  });
  afterAll(async () => {
    await hooks.stop();
    await naming?.stop();
  });

  const start = async (body: object, payer?: Payer, headers: Record<string, string> = {}): Promise<VideoJob> => {
    const { status, body: job } = await harness().client.postJson<VideoJob>(
      PATH,
      { model: FAL_VIDEO, prompt: `a cenote ${QUICK}`, ...body },
      { ...(payer === undefined ? {} : { key: payer.key }), headers },
    );
    expect(status).toBe(200);
    return job;
  };

  const payer = () => newPayer(harness().system);

  return { harness, hooks, payer, start };
};
