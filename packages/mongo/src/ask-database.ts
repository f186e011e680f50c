import type { Connection } from "mongoose";

/** Resolves when the server that takes writes has answered. */
export const askDatabase = async (connection: Connection): Promise<void> => {
  await connection.getClient().db().command({ ping: 1 }, { readPreference: "primary" });
};
