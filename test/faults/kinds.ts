import type { FaultInput } from "../emulator/faults.ts";

/**
 * The faults by their kind: what callers must treat alike. In a fast run of the tests, requests that are alike meet one
 * fault of each kind.
 */
export const faultKinds = {
  "no connection": ["refused"],
  "no response": ["reset", "hang"],
  refusal: ["401", "403", "404", "408", "redirect"],
  "rate limit": ["429", "429 seconds", "429 date"],
  "server error": ["500", "502 HTML", "503"],
  unreadable: ["reset during", "slow drip", "broken JSON", "wrong shape", "10 MiB"],
} as const;
export type FaultName = (typeof faultKinds)[keyof typeof faultKinds][number];

/** What can go wrong with a request, in the order of the table. */
export const faultNames: readonly FaultName[] = Object.values(faultKinds).flat();

/** A fault, and whether it comes once and then all is well, or every time. */
export type FaultCase = { fault: FaultName; times: "once" | "always" };

/** How long a `Retry-After` in seconds asks to wait. */
export const retryAfterSeconds = 20;

/** What the responses of a fault are made of. */
export type FaultContent = {
  /** Echoed by every error, as careless servers do. */
  secret: string;
  /** Where redirects lead; nothing may ever arrive there. */
  redirectUrl: string;
  /** Epoch ms, by the clock of the run, that a `Retry-After` with a date names. */
  retryAt: number;
};

/**
 * What the emulator does; `refused` needs no server. Wherever the fault leaves it open, the server still does what it
 * was asked: that is the harder case.
 */
export function behaviourOf(fault: FaultName, content: FaultContent): FaultInput["happens"] | "refused" {
  const { secret, redirectUrl, retryAt } = content;
  const words = `No (secondary rate limit), ${secret}\n::warning::forged`;
  const body = JSON.stringify({ error: words, message: words });
  const respond = (status: number, headers = {}, take = false): FaultInput["happens"] => {
    return {
      kind: "answer",
      status,
      body,
      take,
      headers: { "content-type": "application/json", ...headers },
    };
  };
  switch (fault) {
    case "refused":
      return "refused";
    case "reset":
    case "hang":
      return { kind: fault, take: true };
    case "401":
    case "403":
    case "404":
    case "408":
    case "429":
    case "503":
      return respond(Number(fault));
    case "429 seconds":
      return respond(429, { "retry-after": String(retryAfterSeconds) });
    case "429 date":
      return respond(429, { "retry-after": new Date(retryAt).toUTCString() });
    case "500":
      return respond(500, {}, true);
    case "502 HTML": {
      const html = `<html><h1>502 Bad Gateway</h1><!-- ${secret} -->\n::warning::forged</html>`;
      return { kind: "answer", status: 502, body: html, take: true };
    }
    case "reset during":
      return { kind: "reset-during" };
    case "slow drip":
      return { kind: "drip", bytes: 1, everyMs: 20 };
    case "broken JSON":
      return { kind: "broken-json" };
    case "wrong shape":
      return { kind: "wrong-shape" };
    case "10 MiB":
      return { kind: "huge", megabytes: 10.5 };
    case "redirect":
      return { kind: "redirect", location: `${redirectUrl}/moved`, status: 307 };
  }
}

/** True for the faults that only a time-out ends. */
export function isSlow(fault: FaultName): boolean {
  return fault === "hang" || fault === "slow drip";
}
