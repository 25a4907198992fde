import type { Comment } from "../github/comments.ts";
import { isSameLogin } from "../github/logins.ts";
import type { MarkerSigner } from "../github/marker.ts";
import { type Entry, type Ledger, ledgerSchema } from "./ledger.ts";
import { isByApp } from "./marker.ts";

/** A comment with a ledger in it. */
type MarkedLedger = {
  comment: Comment;
  ledger: Ledger;
  /** True where the signature is right. */
  verified: boolean;
  /** True where the ledger names the author of the comment. Without that, it may be a copy, and is never edited. */
  isNamed: boolean;
};

/** The ledgers in the comments of a thread, oldest comment first: a copy is always younger. */
export function readLedgers(comments: readonly Comment[], signer: MarkerSigner): MarkedLedger[] {
  const oldestFirst = comments.toSorted((a, b) => a.id - b.id);
  return oldestFirst.flatMap((comment) => {
    const found = signer.read(comment.body, ledgerSchema);
    if (found === undefined) {
      return [];
    }
    const { content: ledger } = found;
    const { login } = ledger;
    const isNamed = login !== undefined && isSameLogin(login, comment.login ?? "");
    return [{ comment, ledger, verified: found.verified, isNamed }];
  });
}

/** What the comments of a thread hold of a conversation. */
export type Held = {
  /** The one that counts, and the one to edit, unless it may be a copy; missing as long as there is none. */
  found: MarkedLedger | undefined;
  /** All whose signature is right and that name nobody else, oldest comment first. */
  verified: readonly MarkedLedger[];
  /** What an app wrote under another key or name, or for another project. It counts only to make a range longer. */
  foreign: readonly Entry[];
};
export const nothingHeld: Held = { found: undefined, verified: [], foreign: [] };

export function heldIn(
  comments: readonly Comment[],
  signer: MarkerSigner,
  conversation: string,
): Held {
  const all = readLedgers(comments, signer).filter(
    ({ ledger }) => ledger.conversation === conversation,
  );
  const verified = all.filter(
    ({ ledger, verified: isRight, isNamed }) => isRight && (isNamed || ledger.login === undefined),
  );
  const named = verified.filter(({ isNamed }) => isNamed);
  // A comment of ours counts before one that may be a copy.
  const found = newestOf(named) ?? newestOf(verified);
  // A stranger cannot write as an app. One that was renamed has signed with another name.
  const byApps = all.filter(({ comment, ledger, verified: isRight, isNamed }) => {
    const isOther = isRight ? !isNamed && ledger.login !== undefined : isNamed;
    return isOther && isByApp(comment);
  });
  // Each key begins a comment of its own, so the youngest is that of the key before this one.
  return { found, verified, foreign: byApps.at(-1)?.ledger.entries ?? [] };
}

/** Newest first. */
export function entriesOf({ found }: Held): readonly Entry[] {
  return found?.ledger.entries ?? [];
}

/** The one that was written most often; of equal ones the oldest comment. */
function newestOf(ledgers: readonly MarkedLedger[]): MarkedLedger | undefined {
  const [newest] = ledgers.toSorted((a, b) => b.ledger.version - a.ledger.version);
  return newest;
}
