import { silentLog } from "@cenote/core";
import { withTraceId } from "./with-trace-id";

test("lines logged within a trace have its id, and no others do", () => {
  const lines: object[] = [];
  let traceId: string | undefined;
  const log = withTraceId(
    {
      ...silentLog,
      warn: (fields, message) => {
        lines.push({ ...fields, message });
      },
    },
    { traceId: () => traceId },
  );
  log.warn({ a: 1 }, "outside");
  traceId = "t1";
  log.warn({ a: 1 }, "inside");
  expect(lines).toEqual([
    { a: 1, message: "outside" },
    { a: 1, traceId: "t1", message: "inside" },
  ]);
});
