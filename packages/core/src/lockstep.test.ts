import { createLockstep } from "./lockstep";

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

test("steps of one turn run together, in order, at its end", async () => {
  const ran: string[] = [];
  const inLockstep = createLockstep();
  inLockstep(() => {
    ran.push("first");
  });
  process.nextTick(() => {
    inLockstep(() => {
      ran.push("second");
    });
  });
  await Promise.resolve();
  expect(ran).toEqual([]);
  await turn();
  expect(ran).toEqual(["first", "second"]);
});

test("steps wait for promises together, advancing side by side", async () => {
  const ran: string[] = [];
  const inLockstep = createLockstep();
  for (const call of ["a", "b"]) {
    inLockstep(() => {
      void (async () => {
        ran.push(`${call}1`);
        await Promise.resolve();
        ran.push(`${call}2`);
      })();
    });
  }
  await turn();
  expect(ran).toEqual(["a1", "b1", "a2", "b2"]);
});

test("a step added by another runs in the next turn", async () => {
  const ran: string[] = [];
  const inLockstep = createLockstep();
  inLockstep(() => {
    ran.push("first");
    inLockstep(() => {
      ran.push("second");
    });
  });
  await turn();
  expect(ran).toEqual(["first"]);
  await turn();
  expect(ran).toEqual(["first", "second"]);
});

test("a step that throws causes an uncaught error, and the others still run", async () => {
  const ran: string[] = [];
  const thrown: unknown[] = [];
  const nextTick = jest.spyOn(process, "nextTick").mockImplementation((throwIt) => {
    try {
      (throwIt as () => void)();
    } catch (error) {
      thrown.push(error);
    }
  });
  const inLockstep = createLockstep();
  inLockstep(() => {
    throw new Error("broken");
  });
  inLockstep(() => {
    ran.push("second");
  });
  await turn();
  nextTick.mockRestore();
  expect(ran).toEqual(["second"]);
  expect(thrown).toEqual([new Error("broken")]);
});
