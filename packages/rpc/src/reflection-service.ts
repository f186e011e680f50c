import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { Server, ServerDuplexStream } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { ERROR_DETAILS_FILE } from "./error-details-file";
import type { StandingCalls } from "./standing-calls";

export interface ReflectionOptions {
  /** google.protobuf.FileDescriptorSets of every service that may be listed. */
  readonly descriptorSets: readonly Uint8Array[];
  /** Full names of the services to list. */
  readonly services: readonly string[];
  readonly standingCalls: StandingCalls;
}

type Session = ServerDuplexStream<unknown, unknown>;

/** The files of a FileDescriptorSet, still encoded: its only field is the repeated field 1. */
const filesOf = (descriptorSet: Uint8Array): Buffer[] => {
  const files: Buffer[] = [];
  const reader = new BinaryReader(descriptorSet);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1) files.push(Buffer.from(reader.bytes()));
    else reader.skip(wireType, field);
  }
  return files;
};

/** Pauses sessions that do not read their answers, because the library answers every question without backpressure. */
const readOnlyWhileRead = (session: Session): void => {
  session.on("data", () => {
    if (!session.writableNeedDrain) return;
    session.pause();
    session.once("drain", () => {
      session.resume();
    });
  });
};

/** Server reflection, v1 and v1alpha, with the files of `proto/`, of health and of the details of errors. */
export const addReflectionService = (
  server: Server,
  { descriptorSets, services, standingCalls }: ReflectionOptions,
): void => {
  const fileDescriptorProtos = [...descriptorSets.flatMap(filesOf), Buffer.from(ERROR_DETAILS_FILE)];
  // The library reads only the files of a definition.
  const files = { fileDescriptorProtos } as ConstructorParameters<typeof ReflectionService>[0][string];
  const reflection = new ReflectionService({ files }, { services: [...services] });
  reflection.addToServer({
    addService(definition, implementation) {
      const guarded = Object.entries(implementation).map(
        ([name, handle]) =>
          [
            name,
            (session: Session) => {
              standingCalls.add(session);
              (handle as (session: Session) => void)(session);
              readOnlyWhileRead(session);
            },
          ] as const,
      );
      server.addService(definition, Object.fromEntries(guarded));
    },
  });
};
