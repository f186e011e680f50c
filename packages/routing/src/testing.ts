export { testCandidate, testModel } from "./testing/candidate";
export { failure } from "./testing/routing-world";
