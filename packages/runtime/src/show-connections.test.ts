import { createMetrics } from "./metrics";
import { showConnections } from "./show-connections";

test("each look at the metrics tells which services are connected now", async () => {
  const metrics = createMetrics({ runtime: false });
  let isConnected = true;
  showConnections(metrics, { billing: { isConnected: () => isConnected }, media: { isConnected: () => true } });
  expect(await metrics.render()).toContain(
    'cenote_service_connected{service="billing"} 1\ncenote_service_connected{service="media"} 1',
  );
  isConnected = false;
  expect(await metrics.render()).toContain(
    'cenote_service_connected{service="billing"} 0\ncenote_service_connected{service="media"} 1',
  );
});
