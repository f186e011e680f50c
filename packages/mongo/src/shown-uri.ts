const HOST = String.raw`(?:\[[0-9a-fA-F:.]+\]|[^:@,/?#[\]\s]+)(?::\d{1,5})?`;
const URI = new RegExp(
  String.raw`^(mongodb(?:\+srv)?://)(?:([^:@/?#\s]*)(:[^:@/?#\s]*)?@)?(${HOST}(?:,${HOST})*)(/[^@?#\s]*)?(?:\?[^@\s]*)?$`,
);

/**
 * A MongoDB URI for printing: without its password, and without its options, which may contain secrets too.
 * @returns Undefined if it is malformed, because the password can't be located then.
 */
export const shownUri = (uri: string): string | undefined => {
  const [, scheme, user, password, hosts, database = ""] = URI.exec(uri) ?? [];
  if (scheme === undefined || hosts === undefined) return undefined;
  const account = user === undefined ? "" : `${user}${password === undefined ? "" : ":***"}@`;
  return `${scheme}${account}${hosts}${database}`;
};
