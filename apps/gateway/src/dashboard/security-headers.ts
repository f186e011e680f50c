/**
 * What the dashboard's page may do in a browser: run and load its own files, and talk to this server only.
 *
 * @param mediaOrigin Where stored images and videos are, besides this server.
 */
export const securityHeaders = (mediaOrigin: string | undefined): Readonly<Record<string, string>> => {
  const media = ["'self'", ...(mediaOrigin === undefined ? [] : [mediaOrigin])].join(" ");
  return {
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      `img-src ${media}`,
      `media-src ${media}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  };
};
