import type { FaultInput } from "../emulator/faults.ts";

/** What can go wrong with a request, in the order of the table. */
export const faultNames = [
  "refused",
  "reset",
  "reset during",
  "hang",
  "slow drip",
  "401",
  "403",
  "404",
  "408",
  "429",
  "429 seconds",
  "429 date",
  "500",
  "502 HTML",
  "503",
  "broken JSON",
  "wrong shape",
  "10 MiB",
  "redirect",
] as const;
export type FaultName = (typeof faultNames)[number];

/** A fault as the emulator knows it, or a connection that is refused, which needs no server. */
export type Happening = FaultInput["happens"] | "refused";

/** What the answers of a fault are made of. */
export type Surroundings = {
  /** Echoed by every error, as careless servers do. */
  secret: string;
  /** Where redirects lead; nothing may ever arrive there. */
  elsewhere: string;
  /** Epoch ms, by the clock of the run, to which a `Retry-After` with a date asks to wait. */
  retryAt: number;
};

/** How long a `Retry-After` in seconds asks to wait. */
export const retryAfterSeconds = 20;

/** The fault. Wherever the design leaves it open, the server still does what it was asked: that is the harder case. */
export function happeningOf(fault: FaultName, surroundings: Surroundings): Happening {
  const { secret, elsewhere, retryAt } = surroundings;
  const words = `No (secondary rate limit), ${secret}\n::warning::forged`;
  const json = JSON.stringify({ error: words, message: words });
  const status = (code: number, headers: Record<string, string> = {}, take = false): Happening => ({
    ...{ kind: "answer", status: code, body: json, take },
    headers: { "content-type": "application/json", ...headers },
  });
  switch (fault) {
    case "refused":
      return "refused";
    case "reset":
      return { kind: "reset", take: true };
    case "reset during":
      return { kind: "reset-during" };
    case "hang":
      return { kind: "hang", take: true };
    case "slow drip":
      return { kind: "drip", bytes: 1, everyMs: 20 };
    case "401":
    case "403":
    case "404":
    case "408":
    case "429":
    case "503":
      return status(Number(fault));
    case "429 seconds":
      return status(429, { "retry-after": String(retryAfterSeconds) });
    case "429 date":
      return status(429, { "retry-after": new Date(retryAt).toUTCString() });
    case "500":
      return status(500, {}, true);
    case "502 HTML": {
      const body = `<html><h1>502 Bad Gateway</h1><!-- ${secret} -->\n::warning::forged</html>`;
      return { kind: "answer", status: 502, body, take: true };
    }
    case "broken JSON":
      return { kind: "broken-json" };
    case "wrong shape":
      return { kind: "wrong-shape" };
    case "10 MiB":
      return { kind: "huge", megabytes: 10.5 };
    case "redirect":
      return { kind: "redirect", location: `${elsewhere}/moved`, status: 307 };
  }
}

/** True for the faults that only a time-out ends. */
export function isSlow(fault: FaultName): boolean {
  return fault === "hang" || fault === "slow drip";
}
