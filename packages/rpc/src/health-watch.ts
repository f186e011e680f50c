import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { type ChannelInterface, Client, credentials } from "@grpc/grpc-js";

// grpc.health.v1.Health, by hand: who only calls does not load grpc-health-check, and what that needs to read its proto.

const WATCH_PATH = "/grpc.health.v1.Health/Watch";
const FIELD_1_BYTES = 10;
const FIELD_1_VARINT = 8;
const NOT_SERVING = 2;

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
 * Follows what a connected server says of one of its services. A server that ends the watch, or knows none, changes
 * nothing.
 * @param channel Of that connection alone.
 */
export const watchHealth = (
  channel: ChannelInterface,
  service: string,
  onChange: (isServing: boolean) => void,
): HealthWatch => {
  const client = new Client(channel.getTarget(), credentials.createInsecure(), { channelOverride: channel });
  const call = client.makeServerStreamRequest(WATCH_PATH, encodeRequest, decodeStatus, service);
  let isStopped = false;
  call.on("data", (status: number) => {
    // A call that is cancelled while it starts goes on.
    if (isStopped) call.cancel();
    else onChange(status !== NOT_SERVING);
  });
  call.on("error", () => {});
  return {
    stop() {
      isStopped = true;
      call.cancel();
    },
  };
};
