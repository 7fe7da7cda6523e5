/** How a run of a scheduler-center job ended. (spec: L5) */
export class ExecuteResult {
  readonly ok: boolean;
  /** Shown in the history of the task. */
  readonly message: string;

  constructor(ok: boolean, message: string) {
    this.ok = ok;
    this.message = message;
  }

  /** @param data result for the history: text, or any JSON value (design 9.7-51) */
  static success(data?: unknown): ExecuteResult {
    return new ExecuteResult(true, textOf(data));
  }

  /** Marks the run as failed. It is retried while attempts are left; throwing does the same. */
  static failure(message: string): ExecuteResult {
    return new ExecuteResult(false, message);
  }
}

function textOf(data: unknown): string {
  if (data === undefined) return 'success';
  return typeof data === 'string' ? data : (JSON.stringify(data) ?? typeof data);
}
