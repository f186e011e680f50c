import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { silentLog } from "@cenote/core";
import { connectMongo } from "@cenote/mongo";
import type { System } from "./system";

/** Something the system wrote or sent, and where. */
export interface Trace {
  readonly place: string;
  readonly bytes: Buffer;
}

/** Every document of every collection, as JSON and with raw binary fields. For a system with its own database. */
export const databaseTraces = async ({ dataDir }: System): Promise<Trace[]> => {
  const port = readFileSync(join(dataDir, "mongo-server.port"), "utf8").trim();
  const connection = await connectMongo(`mongodb://127.0.0.1:${port}/?directConnection=true`, { log: silentLog });
  try {
    const traces: Trace[] = [];
    for (const { name } of await connection.listCollections()) {
      for await (const document of connection.collection(name).find()) {
        const place = `${name}/${String(document._id)}`;
        traces.push({
          place,
          bytes: Buffer.from(
            JSON.stringify(document, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value)),
          ),
        });
        for (const [field, value] of Object.entries(document)) {
          const bytes = (value as { buffer?: unknown } | null)?.buffer;
          if (bytes instanceof Uint8Array) traces.push({ place: `${place}.${field}`, bytes: Buffer.from(bytes) });
        }
      }
    }
    return traces;
  } finally {
    await connection.close();
  }
};

export const metricsTrace = async ({ baseUrl }: System): Promise<Trace> => ({
  place: "/metrics",
  bytes: Buffer.from(await (await fetch(`${baseUrl}/metrics`)).text()),
});

/** The output of all processes, the database's files and its log: complete once the system has stopped. */
export const stoppedTraces = (system: System, except: readonly string[] = []): Trace[] => [
  { place: "output", bytes: Buffer.from(system.output()) },
  ...readdirSync(system.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !except.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ place: relative(system.dataDir, path), bytes: readFileSync(path) })),
];

/** Places that contain any of the texts. */
export const placesOf = (traces: readonly Trace[], texts: readonly string[]): string[] =>
  traces.flatMap(({ place, bytes }) => texts.filter((text) => bytes.includes(text)).map((text) => `${place}: ${text}`));
