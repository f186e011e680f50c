import { BinaryWriter } from "@bufbuild/protobuf/wire";

// A google.protobuf.FileDescriptorProto of what google-status.ts encodes by hand. It is written by hand for the same
// reason: these messages are not part of this API's definitions.

const BYTES = 2;
const VARINT = 0;
const OPTIONAL = 1;
const REPEATED = 3;
const STRING = 9;
const MESSAGE = 11;

const tag = (field: number, wireType: number): number => (field << 3) | wireType;

/** Fields of a descriptor by their numbers, in this order. */
const encode = (...fields: ReadonlyArray<readonly [number, string | number | Uint8Array]>): Uint8Array => {
  const writer = new BinaryWriter();
  for (const [field, value] of fields) {
    if (typeof value === "number") writer.uint32(tag(field, VARINT)).int32(value);
    else if (typeof value === "string") writer.uint32(tag(field, BYTES)).string(value);
    else writer.uint32(tag(field, BYTES)).bytes(value);
  }
  return writer.finish();
};

/** A FieldDescriptorProto. */
const text = (name: string, number: number): Uint8Array => encode([1, name], [3, number], [4, OPTIONAL], [5, STRING]);

/** A DescriptorProto: `map<string, string> metadata` is a list of these. */
const METADATA_ENTRY = encode(
  [1, "MetadataEntry"],
  [2, text("key", 1)],
  [2, text("value", 2)],
  // MessageOptions.map_entry
  [7, encode([7, 1])],
);

const ERROR_INFO = encode(
  [1, "ErrorInfo"],
  [2, text("reason", 1)],
  [2, text("domain", 2)],
  [2, encode([1, "metadata"], [3, 3], [4, REPEATED], [5, MESSAGE], [6, ".google.rpc.ErrorInfo.MetadataEntry"])],
  [3, METADATA_ENTRY],
);

const LOCALIZED_MESSAGE = encode([1, "LocalizedMessage"], [2, text("locale", 1)], [2, text("message", 2)]);

/** For reflection: with it grpcurl prints an error's code, request id and field, and not bytes. */
export const ERROR_DETAILS_FILE: Uint8Array = encode(
  [1, "google/rpc/error_details.proto"],
  [2, "google.rpc"],
  [4, ERROR_INFO],
  [4, LOCALIZED_MESSAGE],
  [12, "proto3"],
);
