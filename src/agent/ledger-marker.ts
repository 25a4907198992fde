import type { Comment } from "../github/comments.ts";
import { isSameLogin } from "../github/logins.ts";
import type { MarkerSigner } from "../github/marker.ts";
import { type Ledger, ledgerSchema } from "./ledger.ts";

/** A comment with a ledger in it. */
export type MarkedLedger = {
  comment: Comment;
  ledger: Ledger;
  /** True where the signature is right. */
  verified: boolean;
  /** True where the ledger names the author of the comment; without that, it may be a copy. */
  isNamed: boolean;
};

/** The ledgers in the comments of a thread, oldest comment first: a copy is always younger. */
export function readLedgers(comments: readonly Comment[], signer: MarkerSigner): MarkedLedger[] {
  const oldestFirst = comments.toSorted((a, b) => a.id - b.id);
  return oldestFirst.flatMap((comment) => {
    const found = signer.read(comment.body, ledgerSchema);
    if (found === undefined) return [];
    const { content: ledger } = found;
    const { login } = ledger;
    const isNamed = login !== undefined && isSameLogin(login, comment.login ?? "");
    return [{ comment, ledger, verified: found.verified, isNamed }];
  });
}
