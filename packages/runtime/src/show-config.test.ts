import { createMetrics } from "./metrics";
import { showConfig } from "./show-config";

test("each look at the metrics tells whether the configuration file is in force now", async () => {
  const metrics = createMetrics({ runtime: false });
  let isRefused = false;
  showConfig(metrics, { isRefused: () => isRefused });
  expect(await metrics.render()).toContain("\ncenote_config_refused 0\n");
  isRefused = true;
  expect(await metrics.render()).toContain("\ncenote_config_refused 1\n");
});
