import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";

// google.rpc.Status with one google.rpc.ErrorInfo in its details: what `grpc-status-details-bin` holds. Three small
// messages that are not part of this API's own definitions, so they are written out here.

/** google.rpc.ErrorInfo. */
export interface ErrorInfo {
  readonly reason: string;
  readonly domain: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** google.rpc.Status. */
export interface GoogleStatus {
  readonly code: number;
  readonly message: string;
  /** The first ErrorInfo among the details. */
  readonly errorInfo: ErrorInfo | undefined;
}

const ERROR_INFO_TYPE = "type.googleapis.com/google.rpc.ErrorInfo";
const VARINT = 0;
const BYTES = 2;

type Fields = Readonly<Record<number, (reader: BinaryReader) => void>>;

const tag = (field: number, wireType: number): number => (field << 3) | wireType;

/** Reads the fields it is given a reader for, by tag, and skips the others. */
const readFields = (bytes: Uint8Array, fields: Fields): void => {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    const read = fields[tag(field, wireType)];
    if (read === undefined) reader.skip(wireType, field);
    else read(reader);
  }
};

const encodeErrorInfo = ({ reason, domain, metadata }: ErrorInfo): Uint8Array => {
  const writer = new BinaryWriter().uint32(tag(1, BYTES)).string(reason).uint32(tag(2, BYTES)).string(domain);
  for (const [key, value] of Object.entries(metadata)) {
    writer.uint32(tag(3, BYTES)).fork().uint32(tag(1, BYTES)).string(key).uint32(tag(2, BYTES)).string(value).join();
  }
  return writer.finish();
};

const decodeErrorInfo = (bytes: Uint8Array): ErrorInfo => {
  let reason = "";
  let domain = "";
  const metadata: Record<string, string> = {};
  readFields(bytes, {
    [tag(1, BYTES)]: (reader) => { reason = reader.string(); },
    [tag(2, BYTES)]: (reader) => { domain = reader.string(); },
    [tag(3, BYTES)]: (reader) => {
      let key = "";
      let value = "";
      readFields(reader.bytes(), {
        [tag(1, BYTES)]: (entry) => { key = entry.string(); },
        [tag(2, BYTES)]: (entry) => { value = entry.string(); },
      });
      metadata[key] = value;
    },
  });
  return { reason, domain, metadata };
};

const decodeAny = (bytes: Uint8Array): ErrorInfo | undefined => {
  let type = "";
  let value: Uint8Array = new Uint8Array();
  readFields(bytes, {
    [tag(1, BYTES)]: (reader) => { type = reader.string(); },
    [tag(2, BYTES)]: (reader) => { value = reader.bytes(); },
  });
  return type === ERROR_INFO_TYPE ? decodeErrorInfo(value) : undefined;
};

export const encodeGoogleStatus = ({ code, message, errorInfo }: GoogleStatus): Uint8Array => {
  const writer = new BinaryWriter().uint32(tag(1, VARINT)).int32(code).uint32(tag(2, BYTES)).string(message);
  if (errorInfo !== undefined) {
    writer.uint32(tag(3, BYTES)).fork()
      .uint32(tag(1, BYTES)).string(ERROR_INFO_TYPE)
      .uint32(tag(2, BYTES)).bytes(encodeErrorInfo(errorInfo))
      .join();
  }
  return writer.finish();
};

/** Throws where the bytes are no protobuf message. */
export const decodeGoogleStatus = (bytes: Uint8Array): GoogleStatus => {
  let code = 0;
  let message = "";
  let errorInfo: ErrorInfo | undefined;
  readFields(bytes, {
    [tag(1, VARINT)]: (reader) => { code = reader.int32(); },
    [tag(2, BYTES)]: (reader) => { message = reader.string(); },
    [tag(3, BYTES)]: (reader) => { errorInfo ??= decodeAny(reader.bytes()); },
  });
  return { code, message, errorInfo };
};
