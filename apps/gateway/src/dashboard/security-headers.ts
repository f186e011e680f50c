/**
 * Headers that restrict the dashboard's page in a browser to its own files and to requests to this server.
 *
 * @param mediaOrigin A further origin of stored images and videos.
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
