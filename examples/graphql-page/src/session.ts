/** What the page's own server returns: valid for minutes, for this origin, for a few pesos. */
export interface Grant {
  /** The gateway's `/graphql`, over HTTP. */
  readonly url: string;
  readonly token: string;
  /** RFC 3339. */
  readonly expires: string;
}

/** Returns a grant that is still valid. Rejects if the page's server gives none. */
export type Session = () => Promise<Grant>;

/** A token is not used shortly before it expires, which would cut an answer. */
const SPARE_MS = 60_000;

const askForGrant = async (): Promise<Grant> => {
  const response = await fetch("/token", { method: "POST" });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Grant;
};

export const createSession = (): Session => {
  let current: Promise<Grant> | undefined;
  let freshUntilMs = 0;
  return () => {
    if (current !== undefined && Date.now() < freshUntilMs) return current;
    freshUntilMs = Infinity;
    current = askForGrant().then(
      (grant) => {
        freshUntilMs = Date.parse(grant.expires) - SPARE_MS;
        return grant;
      },
      (error: unknown) => {
        current = undefined;
        throw error;
      },
    );
    return current;
  };
};

/** `fetch` with the current token, for urql and Apollo Client over HTTP. */
export const authorizedFetch =
  (session: Session): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${(await session()).token}`);
    return fetch(input, { ...init, headers });
  };
