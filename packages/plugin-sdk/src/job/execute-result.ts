/** How a run of a scheduler-center job ended. (spec: L5) */
export class ExecuteResult {
  readonly ok: boolean;
  /** For the history of the task. */
  readonly message: string;

  constructor(ok: boolean, message: string) {
    this.ok = ok;
    this.message = message;
  }

  static success(message = 'success'): ExecuteResult {
    return new ExecuteResult(true, message);
  }

  /** The run has failed, and is tried again where the task has attempts left; throwing does the same. */
  static failure(message: string): ExecuteResult {
    return new ExecuteResult(false, message);
  }
}
