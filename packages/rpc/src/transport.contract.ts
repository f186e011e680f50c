import type { Connect } from "./testing/connections";
import { cancellingContract } from "./transport-cancelling.contract";
import { errorsContract } from "./transport-errors.contract";
import { messagesContract } from "./transport-messages.contract";

/** What every transport must do, so that no service and no caller can tell them apart. */
export const transportContract = (name: string, connect: Connect): void => {
  messagesContract(name, connect);
  errorsContract(name, connect);
  cancellingContract(name, connect);
};
