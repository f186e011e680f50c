import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";

// The content of `grpc-status-details-bin`: a google.rpc.Status with a google.rpc.ErrorInfo and, if needed, a
// google.rpc.LocalizedMessage in its details. These small messages are not part of this API's definitions, so they are
// encoded by hand.

/** google.rpc.ErrorInfo. */
export interface ErrorInfo {
  readonly reason: string;
  readonly domain: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** google.rpc.Status. */
export interface GoogleStatus {
  readonly code: number;
  /**
   * Exactly the text of `grpc-message`: readers such as Python's grpc-status reject details with another message.
   */
  readonly message: string;
  /** The full message, as a google.rpc.LocalizedMessage; undefined if `message` is complete. */
  readonly wholeMessage?: string | undefined;
  /** The first ErrorInfo among the details. */
  readonly errorInfo: ErrorInfo | undefined;
}

const ERROR_INFO_TYPE = "type.googleapis.com/google.rpc.ErrorInfo";
const LOCALIZED_MESSAGE_TYPE = "type.googleapis.com/google.rpc.LocalizedMessage";
const LOCALE = "en";
const VARINT = 0;
const BYTES = 2;

type Fields = Readonly<Record<number, (reader: BinaryReader) => void>>;

const tag = (field: number, wireType: number): number => (field << 3) | wireType;

/** Reads the fields that have a reader, by tag, and skips all others. */
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
    [tag(1, BYTES)]: (reader) => {
      reason = reader.string();
    },
    [tag(2, BYTES)]: (reader) => {
      domain = reader.string();
    },
    [tag(3, BYTES)]: (reader) => {
      let key = "";
      let value = "";
      readFields(reader.bytes(), {
        [tag(1, BYTES)]: (entry) => {
          key = entry.string();
        },
        [tag(2, BYTES)]: (entry) => {
          value = entry.string();
        },
      });
      metadata[key] = value;
    },
  });
  return { reason, domain, metadata };
};

const encodeLocalizedMessage = (message: string): Uint8Array =>
  new BinaryWriter().uint32(tag(1, BYTES)).string(LOCALE).uint32(tag(2, BYTES)).string(message).finish();

const decodeLocalizedMessage = (bytes: Uint8Array): string => {
  let message = "";
  readFields(bytes, {
    [tag(2, BYTES)]: (reader) => {
      message = reader.string();
    },
  });
  return message;
};

const encodeAny = (writer: BinaryWriter, type: string, value: Uint8Array): void => {
  writer.uint32(tag(3, BYTES)).fork().uint32(tag(1, BYTES)).string(type).uint32(tag(2, BYTES)).bytes(value).join();
};

const decodeAny = (bytes: Uint8Array): Pick<Partial<GoogleStatus>, "errorInfo" | "wholeMessage"> => {
  let type = "";
  let value: Uint8Array = new Uint8Array();
  readFields(bytes, {
    [tag(1, BYTES)]: (reader) => {
      type = reader.string();
    },
    [tag(2, BYTES)]: (reader) => {
      value = reader.bytes();
    },
  });
  if (type === ERROR_INFO_TYPE) return { errorInfo: decodeErrorInfo(value) };
  return type === LOCALIZED_MESSAGE_TYPE ? { wholeMessage: decodeLocalizedMessage(value) } : {};
};

export const encodeGoogleStatus = ({ code, message, wholeMessage, errorInfo }: GoogleStatus): Uint8Array => {
  const writer = new BinaryWriter().uint32(tag(1, VARINT)).int32(code).uint32(tag(2, BYTES)).string(message);
  if (errorInfo !== undefined) encodeAny(writer, ERROR_INFO_TYPE, encodeErrorInfo(errorInfo));
  if (wholeMessage !== undefined) encodeAny(writer, LOCALIZED_MESSAGE_TYPE, encodeLocalizedMessage(wholeMessage));
  return writer.finish();
};

/** Throws if the bytes are not a protobuf message. */
export const decodeGoogleStatus = (bytes: Uint8Array): GoogleStatus => {
  let code = 0;
  let message = "";
  let errorInfo: ErrorInfo | undefined;
  let wholeMessage: string | undefined;
  readFields(bytes, {
    [tag(1, VARINT)]: (reader) => {
      code = reader.int32();
    },
    [tag(2, BYTES)]: (reader) => {
      message = reader.string();
    },
    [tag(3, BYTES)]: (reader) => {
      const detail = decodeAny(reader.bytes());
      errorInfo ??= detail.errorInfo;
      wholeMessage ??= detail.wholeMessage;
    },
  });
  return { code, message, wholeMessage, errorInfo };
};
