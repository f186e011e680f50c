/** Schemes are written in either case (RFC 3986, 3.1); a pattern of JSON Schema has no flag for that. */
export const HTTPS_URL = "^[Hh][Tt][Tt][Pp][Ss]://";
export const HTTPS_OR_DATA_URL = "^([Hh][Tt][Tt][Pp][Ss]://|[Dd][Aa][Tt][Aa]:)";
