import { createLogger } from "../logger";

/** A process that logs more than a pipe holds, says so on standard error, and exits when it is told to. */
const log = createLogger({ level: "info", service: "talker" });
for (let line = 0; line < 20_000; line++) log.info({ filler: "x".repeat(200) }, "a call");
process.on("SIGTERM", () => {
  process.exit(0);
});
setInterval(() => {}, 60_000);
process.stderr.write("logged\n");
