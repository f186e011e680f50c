import { CenoteError } from "@cenote/core";
import { type Downloader, ProviderError } from "@cenote/providers";
import { HEAD_BYTES, type MediaKind, acceptedTypes, findMediaType } from "./media-type";
import { keyOf, type MediaFile, type MediaPlace, type MediaStorage } from "./storage";

export interface SavedMedia {
  /** Our address: public, does not expire. */
  readonly url: string;
  readonly contentType: string;
}

export interface FileAtProvider {
  readonly url: string;
  /** May contain our key: sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Private origins that are allowed: the provider's own. */
  readonly allowedOrigins: readonly string[];
  readonly maxBytes: number;
  readonly totalMs: number;
  readonly signal: AbortSignal;
}

type WritableStorage = Pick<MediaStorage, "put" | "urlOf">;

/**
 * Stores files that providers made. Errors: ProviderError if the provider's file is at fault; overloaded if the storage
 * does not accept it.
 */
export interface MediaSaver {
  saveBytes(
    kind: MediaKind,
    place: MediaPlace,
    file: { readonly bytes: Buffer; readonly contentType: string },
  ): Promise<SavedMedia>;
  saveFrom(kind: MediaKind, place: MediaPlace, file: FileAtProvider): Promise<SavedMedia>;
}

export const createMediaSaver = ({
  storage,
  downloader,
}: {
  readonly storage: WritableStorage;
  readonly downloader: Downloader;
}): MediaSaver => {
  const save = async (
    kind: MediaKind,
    place: MediaPlace,
    file: { readonly contentType: string; readonly body: AsyncIterable<Buffer> },
  ): Promise<SavedMedia> => {
    const reader = file.body[Symbol.asyncIterator]();
    try {
      const head = await readHead(reader);
      const type = findMediaType(kind, file.contentType, head);
      if (type === undefined || head.length === 0)
        throw new ProviderError({
          kind: "malformed",
          message: head.length === 0 ? "The provider's file is empty." : `The provider's file is no ${kind}.`,
        });
      const key = keyOf(place, type.extension);
      await putInto(storage, { key, contentType: type.contentType, body: withHead(head, reader) });
      return { url: storage.urlOf(key), contentType: type.contentType };
    } finally {
      // An unfinished read holds a connection, and a storage that fails may not even have begun to read.
      await reader.return?.();
    }
  };

  return {
    saveBytes: (kind, place, { bytes, contentType }) =>
      save(kind, place, { contentType, body: ReadableStream.from([bytes]) }),
    async saveFrom(kind, place, file) {
      return save(kind, place, await downloader.download({ ...file, accept: acceptedTypes(kind) }));
    },
  };
};

/**
 * Storage failures are `overloaded`: a full disk or an unreachable bucket may accept a later file. A failure to read
 * the provider's file is passed on unchanged.
 */
const putInto = async (storage: WritableStorage, file: MediaFile): Promise<void> => {
  try {
    await storage.put(file);
  } catch (error) {
    if (error instanceof ProviderError || error instanceof CenoteError) throw error;
    throw new CenoteError("overloaded", "The media storage does not accept files. Retry shortly.", { cause: error });
  }
};

/** Reads until there are enough bytes to decide the type. */
const readHead = async (reader: AsyncIterator<Buffer>): Promise<Buffer> => {
  const reads: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await reader.next();
    if (done === true) break;
    reads.push(value);
    length += value.length;
  }
  return Buffer.concat(reads);
};

async function* withHead(head: Buffer, reader: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (;;) {
    const { done, value } = await reader.next();
    if (done === true) return;
    yield value;
  }
}
