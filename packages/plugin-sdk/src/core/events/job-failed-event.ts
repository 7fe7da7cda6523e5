/**
 * A task of the scheduler center has failed, and has no attempt left. Published for the task's
 * tenant. (spec: L5, alerts; design 3.8)
 */
export class JobFailedEvent {
  readonly taskId: number;
  readonly taskName: string;
  /** The name of its `@JobExecutor`. */
  readonly executor: string;
  readonly appCode: string;
  /** How many attempts there were. */
  readonly attempts: number;
  /** Why the last one failed. */
  readonly message: string;
  /** ISO timestamp in UTC. */
  readonly failedAt: string;

  constructor(values: JobFailedEvent) {
    this.taskId = values.taskId;
    this.taskName = values.taskName;
    this.executor = values.executor;
    this.appCode = values.appCode;
    this.attempts = values.attempts;
    this.message = values.message;
    this.failedAt = values.failedAt;
  }
}
