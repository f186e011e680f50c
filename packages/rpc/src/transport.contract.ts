import type { Connect } from "./testing/connections";
import { cancellingContract } from "./transport-cancelling.contract";
import { errorsContract } from "./transport-errors.contract";
import { messagesContract } from "./transport-messages.contract";

/** The behaviour of every transport, so that services and callers see no difference. */
export const transportContract = (name: string, connect: Connect): void => {
  messagesContract(name, connect);
  errorsContract(name, connect);
  cancellingContract(name, connect);
};
