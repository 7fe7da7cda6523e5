import { JobFailedEvent, type EventPublisher } from '@platform/plugin-sdk/core';
import { requestContext, type Clock, type Logger } from '../kernel/index.ts';
import type { Task } from './task.ts';

/** Tells that a task has failed for good. */
export type Alert = (task: Task, attempts: number, message: string) => Promise<void>;

/** Alerts as events of the task's tenant; one that cannot be published is logged. (spec: L5; design 3.8) */
export function eventAlerts(events: EventPublisher, clock: Clock, logger: Logger): Alert {
  return async (task, attempts, message) => {
    const { jobId, jobName, executor, appCode, tenantId } = task;
    const event = new JobFailedEvent({
      taskId: jobId,
      taskName: jobName,
      executor,
      appCode,
      attempts,
      message,
      failedAt: new Date(clock.now()).toISOString(),
    });
    const context = { requestId: `job-${jobId}`, tenantId, user: undefined, appCode };
    await requestContext
      .run(context, () => events.publish(event))
      .catch((error: unknown) =>
        logger.error('The alert of a task could not be published', { jobId, error }),
      );
  };
}
