import type { mongo } from "mongoose";

/** OpenSSL's and Node's codes of certificate errors, of the server's certificate or ours. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)/;

const codeIn = (error: unknown): string | undefined => {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return typeof code === "string" && CERTIFICATE.test(code) ? code : codeIn(cause);
};

/**
 * The certificate error, if every server fails with one: then waiting does not help. Undefined while a server may still
 * answer.
 */
export const untrustedServers = (servers: readonly Pick<mongo.ServerDescription, "error">[]): Error | undefined => {
  const codes = servers.map(({ error }) => codeIn(error));
  const [code] = codes;
  if (code === undefined || codes.includes(undefined)) return undefined;
  return new Error(
    `the TLS certificate is not accepted (${code}). If a private authority issued it, name its file with tlsCAFile in the URI`,
  );
};

/** Rejects when every server fails with a certificate error. Never resolves. */
export const untrusted = (client: mongo.MongoClient): Promise<never> =>
  new Promise((_resolve, reject) => {
    client.on("topologyDescriptionChanged", ({ newDescription }) => {
      const error = untrustedServers([...newDescription.servers.values()]);
      if (error !== undefined) reject(error);
    });
  });
