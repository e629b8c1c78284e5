/** The engine cannot do this work now: every box is in use (`busy`), or none can be started (`down`). */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
  readonly reason: "busy" | "down";
  readonly retryAfterS: number;

  constructor(reason: "busy" | "down", { message, retryAfterS }: { message: string; retryAfterS: number }) {
    super(message);
    this.reason = reason;
    this.retryAfterS = retryAfterS;
  }
}
