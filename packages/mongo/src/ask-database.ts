import type { Connection } from "mongoose";

/**
 * Resolves when the server that takes writes has answered, with its time in milliseconds since the epoch; undefined where
 * it does not tell it.
 */
export const askDatabase = async (connection: Connection): Promise<number | undefined> => {
  const { localTime } = await connection.getClient().db().command({ hello: 1 }, { readPreference: "primary" });
  return localTime instanceof Date ? localTime.getTime() : undefined;
};
