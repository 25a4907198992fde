/** What goes wrong. With `take`, the server still does what it was asked before it fails. */
export type FaultEffect =
  /** Waits in real time, then answers as usual. */
  | { kind: "delay"; ms: number }
  /** Resets the connection before any byte of an answer. */
  | { kind: "reset"; take?: boolean }
  /** Sends the head and the first half of the real answer, then resets the connection. */
  | { kind: "reset-during" }
  /** Never answers. */
  | { kind: "hang"; take?: boolean }
  /** Any other answer, a page when its headers name no type. */
  | { kind: "answer"; status: number; body?: string; headers?: Record<string, string>; take?: boolean }
  /** The real answer with its last half cut off, declared as complete. */
  | { kind: "broken-json" }
  /** The real status with JSON that has none of the documented fields. */
  | { kind: "wrong-shape" };

/** A fault, and which requests it is for. */
export type FaultInput = {
  /** Any when left out. */
  method?: string;
  /** Looked for in path and query, as a regular expression; any when left out. */
  path?: string | RegExp;
  /** How many matching requests it is for; one when left out. */
  times?: number | "always";
  happens: FaultEffect;
};

/** The faults in force, oldest first; the first that matches and is due hits. */
export class Faults {
  #armed: { fault: FaultInput; left: number }[] = [];

  /** Puts a fault in force. */
  add(fault: FaultInput): void {
    const { times = 1 } = fault;
    this.#armed.push({ fault, left: times === "always" ? Infinity : times });
  }

  /** What goes wrong with this request, if anything. */
  next(method: string, path: string): FaultEffect | undefined {
    const due = this.#armed.find(
      ({ fault, left }) =>
        left > 0 && (fault.method ?? method) === method && path.search(fault.path ?? "") !== -1,
    );
    if (due !== undefined) due.left--;
    return due?.fault.happens;
  }

  /** Takes all faults back. */
  clear(): void {
    this.#armed = [];
  }
}
