/** What the page's own server returns: valid for minutes, for this origin, for a few pesos. */
export interface Grant {
  /** The gateway's `/graphql`, over HTTP. */
  readonly url: string;
  readonly token: string;
  /** RFC 3339. */
  readonly expires: string;
}

/** Returns a grant that is fresh, the same one as long as it is. Rejects if the page's server gives none. */
export type Session = () => Promise<Grant>;

/** Nothing is begun with a token shortly before it expires. */
const SPARE_MS = 60_000;

export const isFresh = ({ expires }: Grant): boolean => Date.now() < Date.parse(expires) - SPARE_MS;

const askForGrant = async (): Promise<Grant> => {
  const response = await fetch("/token", { method: "POST" });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Grant;
};

export const createSession = (): Session => {
  let asked: Promise<Grant> | undefined;
  let given: Grant | undefined;
  return () => {
    if (asked !== undefined && (given === undefined || isFresh(given))) return asked;
    given = undefined;
    asked = askForGrant().then(
      (grant) => {
        given = grant;
        return grant;
      },
      (error: unknown) => {
        asked = undefined;
        throw error;
      },
    );
    return asked;
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
