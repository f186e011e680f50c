import { silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { createLifecycle, LAST_CALL_MS } from "./lifecycle";

type Event = "SIGINT" | "SIGTERM" | "disconnect" | "uncaughtException";

const setUp = ({ supervised = false } = {}) => {
  const clock = createManualClock();
  const listeners = new Map<Event, (cause: unknown) => void>();
  const exits: number[] = [];
  const problems: object[] = [];
  const stopped: string[] = [];
  const exited = deferred<number>();
  const lifecycle = createLifecycle({
    clock,
    limitMs: 10_000,
    supervised,
    log: {
      ...silentLog,
      error: (fields) => {
        problems.push(fields);
      },
    },
    signals: {
      on: (event, listener) => listeners.set(event, listener),
      exit(code) {
        exits.push(code);
        exited.resolve(code);
      },
    },
  });
  const step = (name: string, work: Promise<void> = Promise.resolve()) => {
    lifecycle.onStop(name, async () => {
      await work;
      stopped.push(name);
    });
  };
  return {
    clock,
    lifecycle,
    step,
    stopped,
    exits,
    problems,
    exited: exited.promise,
    send: (event: Event, cause?: unknown) => {
      listeners.get(event)?.(cause);
    },
  };
};

describe("stopping a process", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s stops what was started in reverse order, then exits 0",
    async (signal) => {
      const { step, send, stopped, exited } = setUp();
      for (const name of ["mongo", "services", "server"]) step(name);
      send(signal);
      expect(await exited).toBe(0);
      expect(stopped).toEqual(["server", "services", "mongo"]);
    },
  );

  test("each step waits for the one before it", async () => {
    const { clock, step, send, stopped } = setUp();
    const draining = deferred();
    step("mongo");
    step("server", draining.promise);
    send("SIGTERM");
    await clock.advance(5000);
    expect(stopped).toEqual([]);
    draining.resolve();
    await clock.advance(0);
    expect(stopped).toEqual(["server", "mongo"]);
  });

  test("stopping manually runs everything once and does not exit", async () => {
    const { lifecycle, step, stopped, exits } = setUp();
    step("server");
    const [first, second] = await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect([first, second, await lifecycle.stop()]).toEqual([true, true, true]);
    expect(stopped).toEqual(["server"]);
    expect(exits).toEqual([]);
  });

  test("a step that fails is logged, does not keep others from running, and makes the exit code 1", async () => {
    const { lifecycle, step, send, stopped, problems, exited } = setUp();
    step("mongo");
    lifecycle.onStop("server", () => {
      throw new Error("port in use");
    });
    send("SIGTERM");
    expect(await exited).toBe(1);
    expect(stopped).toEqual(["mongo"]);
    expect(problems).toEqual([{ step: "server", err: expect.objectContaining({ message: "port in use" }) }]);
  });

  test("a step that hangs is named and skipped at the time limit; those after it still run", async () => {
    const { clock, step, send, stopped, exits, problems } = setUp();
    step("mongo");
    step("server", deferred().promise);
    send("SIGTERM");
    await clock.advance(9999);
    expect(exits).toEqual([]);
    await clock.advance(1);
    expect(stopped).toEqual(["mongo"]);
    expect(exits).toEqual([1]);
    expect(problems).toEqual([{ step: "server", limitMs: 10_000 }]);
  });

  test("if two hang, the second gets only its last-chance call", async () => {
    const { clock, step, send, exits } = setUp();
    step("mongo", deferred().promise);
    step("server", deferred().promise);
    send("SIGTERM");
    await clock.advance(10_000);
    expect(exits).toEqual([]);
    await clock.advance(LAST_CALL_MS);
    expect(exits).toEqual([1]);
  });

  test("a second signal exits 1 without waiting", async () => {
    const { clock, step, send, exits } = setUp();
    step("server", deferred().promise);
    send("SIGINT");
    await clock.advance(1500);
    expect(exits).toEqual([]);
    send("SIGINT");
    expect(exits).toEqual([1]);
  });

  test("one Ctrl-C that arrives in several ways is one signal", async () => {
    const { clock, step, send, exits } = setUp();
    step("server", deferred().promise);
    send("SIGINT");
    await clock.advance(5);
    send("SIGINT");
    expect(exits).toEqual([]);
  });

  test("losing the parent stops the process; while it is already stopping, it changes nothing", async () => {
    const { clock, step, send, exits, exited } = setUp();
    const draining = deferred();
    step("server", draining.promise);
    send("disconnect");
    await clock.advance(2000);
    send("disconnect");
    expect(exits).toEqual([]);
    draining.resolve();
    expect(await exited).toBe(0);
  });

  test("a supervised process leaves the terminal's SIGINT to its supervisor and follows SIGTERM", async () => {
    const { step, send, stopped, exited } = setUp({ supervised: true });
    step("server");
    send("SIGINT");
    send("SIGTERM");
    expect(await exited).toBe(0);
    expect(stopped).toEqual(["server"]);
  });

  test("a stop function registered after the stop began is called at once, because a signal may arrive during the start", async () => {
    const { clock, lifecycle, step, send, stopped } = setUp();
    const starting = deferred();
    step("server", starting.promise);
    send("SIGTERM");
    step("mongo");
    await clock.advance(0);
    expect(stopped).toEqual(["mongo"]);
    starting.resolve();
    expect(await lifecycle.stop()).toBe(true);
  });

  test("an uncaught error is logged, stops in order and exits 1", async () => {
    const { step, send, stopped, problems, exited } = setUp();
    step("server");
    const fault = new Error("bug");
    send("uncaughtException", fault);
    expect(await exited).toBe(1);
    expect(stopped).toEqual(["server"]);
    expect(problems).toEqual([{ err: fault }]);
  });

  test("another uncaught error while stopping exits at once", () => {
    const { step, send, exits } = setUp();
    step("server", deferred().promise);
    send("uncaughtException", new Error("one"));
    send("uncaughtException", new Error("two"));
    expect(exits).toEqual([1]);
  });
});
