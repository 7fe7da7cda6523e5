import { JobFailedEvent, type EventPublisher, type NoticeService } from '@platform/plugin-sdk/core';
import { requestContext, type Clock, type Logger } from '../kernel/index.ts';
import type { Task } from './task.ts';

/** Reports the final failure of a task. Never throws. */
export type Alert = (task: Task, attempts: number, message: string) => Promise<void>;

export interface AlertOptions {
  readonly events: EventPublisher;
  /** Undefined where the host has no message center. */
  readonly notices: () => NoticeService | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

const LONGEST_TITLE = 100;
const LONGEST_REASON = 1_000;
/** Permission whose holders are notified of tasks without an owner. */
const LOOK_AFTER_TASKS = { permission: 'scheduler:task:edit' } as const;

/** Alerts as events of the task's tenant, and as a notice to its owner. (spec: L5; design 3.8) */
export function createAlert({ events, notices, clock, logger }: AlertOptions): Alert {
  return async (task, attempts, reason) => {
    const message = reason.slice(0, LONGEST_REASON);
    const { jobId, jobName, executor, appCode, tenantId, owner } = task;
    const event = new JobFailedEvent({
      taskId: jobId,
      taskName: jobName,
      executor,
      appCode,
      attempts,
      message,
      failedAt: new Date(clock.now()).toISOString(),
    });
    const notice = {
      title: `Task “${jobName}” failed`.slice(0, LONGEST_TITLE),
      content: attempts > 1 ? `After ${attempts} attempts: ${message}` : message,
      translations: {
        'zh-CN': {
          title: `任务“${jobName}”失败`.slice(0, LONGEST_TITLE),
          content: attempts > 1 ? `尝试 ${attempts} 次后：${message}` : message,
        },
      },
      level: 'error',
      link: `/system/scheduler?task=${jobId}`,
    } as const;
    const tell = async (): Promise<unknown> =>
      Promise.all([
        events.publish(event),
        notices()?.send(owner === null ? LOOK_AFTER_TASKS : { users: [owner] }, notice),
      ]);
    await requestContext
      .run({ requestId: `job-${jobId}`, tenantId, user: undefined, appCode }, tell)
      .catch((error: unknown) => logger.warn('The alert of a task could not be sent', { jobId, error }));
  };
}
