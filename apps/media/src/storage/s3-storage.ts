import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { CenoteError } from "@cenote/core";
import { createProxiedAgents, type ProxySettings } from "@cenote/proxies";
import { CACHE_CONTROL, folderOf, type MediaStorage } from "./storage";

export interface S3StorageOptions {
  readonly bucket: string;
  readonly region: string;
  /** For stores other than AWS. */
  readonly endpoint: string | undefined;
  /** Where the bucket's objects are read. Undefined: at the gateway's address, which redirects to the bucket. */
  readonly publicUrl: string | undefined;
  /** Base of the gateway's addresses, without a trailing slash. */
  readonly gatewayUrl: () => string;
  /** Undefined: the SDK looks in its usual places (environment, files, instance). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** One try ends when nothing moves on its connection for this long. */
  readonly silentMs?: number;
  /** Proxies for calls to the bucket. Undefined: the bucket is called directly. */
  readonly proxies?: ProxySettings | undefined;
}

/** These two bound the memory of one upload. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const MAX_TRIES = 4;
/**
 * The S3 client has no limits of its own on connecting, or on a store that accepts the connection and does not answer.
 */
const CONNECT_MS = 5_000;
const SILENT_MS = 15_000;

/** Files as objects of a bucket that anybody may read. */
export const createS3Storage = ({
  bucket,
  region,
  endpoint,
  publicUrl,
  gatewayUrl,
  credentials,
  silentMs = SILENT_MS,
  proxies,
}: S3StorageOptions): MediaStorage => {
  const agents = proxies === undefined ? undefined : createProxiedAgents(proxies);
  const client = new S3Client({
    region,
    maxAttempts: MAX_TRIES,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silentMs,
      ...(agents === undefined ? {} : { httpAgent: agents.http, httpsAgent: agents.https }),
    },
    // Many compatible stores do not know checksums beyond what the protocol requires.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
  });
  return {
    async put({ key, contentType, body }) {
      await new Upload({
        client,
        params: {
          Bucket: bucket,
          Key: key,
          Body: toWebStream(body),
          ContentType: contentType,
          CacheControl: CACHE_CONTROL,
        },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      }).done();
    },
    async *read(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        yield* Body as AsyncIterable<Buffer>;
      } catch (error) {
        throw error instanceof NoSuchKey ? new CenoteError("not_found") : error;
      }
    },
    async remove(key) {
      try {
        // A delete does not say whether the object existed.
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      } catch (error) {
        throw error instanceof NotFound ? new CenoteError("not_found") : error;
      }
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    async removeAll(call) {
      // A call has few files, so one page of the list is enough. Each is deleted on its own, which every compatible
      // store supports.
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: `${folderOf(call)}/` }),
      );
      await Promise.all(Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))));
    },
    urlOf: (key) =>
      publicUrl === undefined ? `${gatewayUrl()}/media/${key}` : `${publicUrl.replace(/\/+$/, "")}/${key}`,
    close: () => {
      client.destroy();
    },
  };
};

const toWebStream = (body: AsyncIterable<Buffer>): ReadableStream<Uint8Array> => ReadableStream.from(body);
