import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import type { Clock, Timer } from "@cenote/core";
import { type ChannelInterface, Client, type ClientReadableStream, credentials, status } from "@grpc/grpc-js";

// grpc.health.v1.Health by hand, so that a process that only calls does not load grpc-health-check and its proto loader.

const WATCH_PATH = "/grpc.health.v1.Health/Watch";
const FIELD_1_BYTES = 10;
const FIELD_1_VARINT = 8;
const NOT_SERVING = 2;
const AGAIN_AFTER_MS = 1000;

const encodeRequest = (service: string): Buffer =>
  Buffer.from(new BinaryWriter().uint32(FIELD_1_BYTES).string(service).finish());

const decodeStatus = (bytes: Buffer): number => {
  const reader = new BinaryReader(bytes);
  return reader.len > 0 && reader.uint32() === FIELD_1_VARINT ? reader.int32() : 0;
};

export interface HealthWatch {
  stop(): void;
}

/**
 * Watches the health of one service of a connected server. A watch that ends changes nothing and is restarted a second
 * later, unless the server does not know the service.
 * @param channel A channel over that connection only.
 */
export const watchHealth = (
  channel: ChannelInterface,
  service: string,
  onChange: (isServing: boolean) => void,
  clock: Clock,
): HealthWatch => {
  const client = new Client(channel.getTarget(), credentials.createInsecure(), { channelOverride: channel });
  let isStopped = false;
  let call: ClientReadableStream<number>;
  let again: Timer | undefined;
  const begin = (): void => {
    const begun = client.makeServerStreamRequest(WATCH_PATH, encodeRequest, decodeStatus, service);
    call = begun;
    begun.on("data", (state: number) => {
      // A call that is cancelled while it starts would continue.
      if (isStopped) begun.cancel();
      else onChange(state !== NOT_SERVING);
    });
    begun.on("error", () => {});
    begun.on("status", ({ code }) => {
      if (!isStopped && code !== status.UNIMPLEMENTED) again = clock.setTimer(begin, AGAIN_AFTER_MS);
    });
  };
  begin();
  return {
    stop() {
      isStopped = true;
      again?.cancel();
      call.cancel();
    },
  };
};
