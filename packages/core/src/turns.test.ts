import { createTurns } from "./turns";

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

test("no more is under way than may be, in the order it came; what fails gives its turn away too", async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  const works = [1, 2, 3, 4].map((number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const result = inTurn(() => {
      begun.push(number);
      return promise;
    });
    return { result, resolve, reject };
  });
  await settled();
  expect(begun).toEqual([1, 2]);

  works[1]?.reject(new Error("away"));
  await expect(works[1]?.result).rejects.toThrow("away");
  expect(begun).toEqual([1, 2, 3]);

  works[0]?.resolve(10);
  expect(await works[0]?.result).toBe(10);
  expect(begun).toEqual([1, 2, 3, 4]);

  works[2]?.resolve(30);
  works[3]?.resolve(40);
  expect(await Promise.all([works[2]?.result, works[3]?.result])).toEqual([30, 40]);
  expect(await inTurn(async () => 50)).toBe(50);
});

test("no owner takes all turns: another's work need not wait for his", async () => {
  const inTurn = createTurns(3, 2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const works = ["a1", "a2", "a3", "a4", "b1"].map((name) =>
    inTurn(async () => {
      begun.push(name);
      await new Promise<void>((end) => {
        ends.set(name, end);
      });
    }, name[0]),
  );
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  ends.get("b1")?.();
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  ends.get("a2")?.();
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3"]) ends.get(name)?.();
  await settled();
  ends.get("a4")?.();
  await Promise.all(works);
});
