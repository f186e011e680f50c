// HEALTHCHECK of the image: exits 0 if the container's app answers HTTP. An app with only gRPC does so on
// CENOTE_PROBE_PORT.
const LIMIT_MS = 2000;

const port = process.env.CENOTE_PROBE_PORT || process.env.PORT || "8080";
try {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) });
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
