import { createHealth } from "./health";

describe("health", () => {
  test("a process serves once every component is up, and says what is missing until then", () => {
    const health = createHealth();
    const mongo = health.component("mongo");
    const catalog = health.component("catalog");
    mongo.up();
    expect(health.state()).toEqual({ serving: false, problems: { catalog: "starting" } });
    catalog.up();
    expect(health.state()).toEqual({ serving: true, problems: {} });
    mongo.down("no primary");
    expect(health.state()).toEqual({ serving: false, problems: { mongo: "no primary" } });
  });

  test("listeners hear of changes, not of repetitions", () => {
    const health = createHealth();
    const heard: boolean[] = [];
    health.onChange((serving) => { heard.push(serving); });
    const mongo = health.component("mongo");
    mongo.down("a");
    mongo.down("b");
    mongo.up();
    mongo.up();
    mongo.down("c");
    expect(heard).toEqual([false, true, false]);
  });

  test("a draining process never serves again", () => {
    const health = createHealth();
    const mongo = health.component("mongo");
    mongo.up();
    health.drain();
    mongo.up();
    expect(health.state()).toEqual({ serving: false, problems: { process: "draining" } });
  });
});
