/**
 * The reference page around Swagger UI: readable in light and dark mode and on a phone, without files of other servers.
 */

/** Content-Security-Policy. Swagger UI sets inline styles, and uses `data:` URLs for some of its icons. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Corrects the library's colour pairs with a contrast below 4.5 to 1. Hides the links column of responses: the table
 * would be wider than a phone.
 */
export const PAGE_STYLE = `
.swagger-ui .topbar, .swagger-ui .response-col_links { display: none }
.swagger-ui .wrapper { max-width: 80rem }
.swagger-ui .info { margin: 2rem 0 }
.swagger-ui .renderedMarkdown table { display: block; overflow-x: auto }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #1d6b36 }
html:not(.dark-mode) .swagger-ui .info a, html:not(.dark-mode) .swagger-ui .info .link .url { color: #0b5c68 }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1d6b36; color: #1d6b36 }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1d6b36 }
html:not(.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1d6b36 }
html:not(.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1b5fa8 }
html:not(.dark-mode) .swagger-ui .parameter__in, html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #52646a }
html.dark-mode .swagger-ui .renderedMarkdown td, html.dark-mode .swagger-ui .headers .header-col { color: #e3edef }
.swagger-ui .highlight-code .microlight span[style*="rgb(211, 99, 99)"] { color: #ff9c8a !important }
`;

/** Without this tag a phone shows the page at desktop width. The library offers no other way to add it. */
export const PAGE_SCRIPT = `document.head.append(Object.assign(document.createElement("meta"), { name: "viewport", content: "width=device-width, initial-scale=1" }));`;
