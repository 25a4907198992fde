/** The one line that the terminal shows of a scene: its title, and the result of its run where it has one. */
export function printScene(title: string, result?: string): void {
  console.log(`✓ ${title}${result === undefined ? "" : ` (${result})`}`);
}

/** Fails the demo when something is not as it should be. */
export function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
