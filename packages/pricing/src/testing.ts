export { testModel } from "./testing/model";
