import { version } from "../../../package.json";
import { createMetrics } from "./metrics";
import { showBuild } from "./show-build";

test("the metrics have the version of the system", async () => {
  const metrics = createMetrics({ runtime: false });
  showBuild(metrics);
  expect(await metrics.render()).toContain(`cenote_build_info{version="${version}"} 1`);
});
