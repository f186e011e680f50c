import type { Connection } from "mongoose";

/**
 * Resolves when the primary has answered, with its time in milliseconds since the epoch; undefined if the answer has no
 * time.
 */
export const askDatabase = async (connection: Connection): Promise<number | undefined> => {
  const { localTime } = await connection.getClient().db().command({ hello: 1 }, { readPreference: "primary" });
  return localTime instanceof Date ? localTime.getTime() : undefined;
};
