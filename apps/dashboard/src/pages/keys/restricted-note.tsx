import { Empty } from "../../parts/empty";

/** Says why keys can't be managed here. @param held From `formatRestrictions`. */
export const RestrictedNote = ({ held }: { readonly held: string }) => (
  <Empty>
    The key you are signed in with has {held}, so it can’t make, change or revoke keys, except that it may revoke
    itself. To manage keys, sign in with a key that has no budget, expiry, or list of models or networks, or use{" "}
    <code>npm run cenote -- key</code>.
  </Empty>
);
