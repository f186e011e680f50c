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
  /** Where the bucket's objects are read; the gateway's address without, which leads on to the bucket. */
  readonly publicUrl: string | undefined;
  /** Base of the gateway's addresses, without a slash at the end. */
  readonly gatewayUrl: () => string;
  /** The SDK's usual places (environment, files, instance) without. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** One try ends when nothing moves on its connection for this long. */
  readonly silentMs?: number;
  /** Proxies for calls to the bucket. Undefined: it is called directly. */
  readonly proxies?: ProxySettings | undefined;
}

/** Memory of one upload is bounded by these two. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const MAX_TRIES = 4;
/** The client itself waits without end: for a connection, and for a store that took one and says nothing. */
const CONNECT_MS = 5_000;
const SILENT_MS = 15_000;

/** Objects of a bucket that anybody may read. */
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
    // Checksums beyond what the protocol asks for are unknown to many stores that speak it.
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
        // Deleting does not tell whether there was one.
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      } catch (error) {
        throw error instanceof NotFound ? new CenoteError("not_found") : error;
      }
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    async removeAll(call) {
      // A call has a few files: one page of the list is enough, and each is deleted by itself, which every compatible
      // store can do.
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
