/** Schemes and media types are case-insensitive (RFC 3986, 3.1), and patterns of JSON Schema have no flag for that. */
const eitherCase = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

export const HTTPS_URL = `^${eitherCase("https")}://`;
export const HTTPS_OR_DATA_URL = `^(${eitherCase("https")}://|${eitherCase("data")}:)`;
export const PDF_DATA_URL = `^${eitherCase("data:application/pdf")}[;,]`;
export const BASE64_DATA_URL = `^${eitherCase("data")}:[^,]{0,255};${eitherCase("base64")},`;
