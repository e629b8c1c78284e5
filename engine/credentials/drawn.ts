const minTurns = 0.27;

/** Whether letters and digits change as often as they do in what was drawn. */
export function isMixedUp(run: string): boolean {
  return turnsOf(run) >= run.length * minTurns;
}

/** How often letters give way to digits or the other way round, or small letters to capitals. */
function turnsOf(run: string): number {
  return run.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/g)?.length ?? 0;
}
