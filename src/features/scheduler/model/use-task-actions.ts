import type { RowAction } from '@platform/remote-app/ui';
import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';
import { useAttempts } from '@/shared/feedback/use-attempts.ts';
import { useSessionStore } from '@/shared/session';
import type { JobTask } from '../api/job-task.ts';
import type { SchedulerApi } from '../api/scheduler-api.ts';

export interface TaskActionTargets {
  changed(): void;
  edit(task: JobTask): void;
  showHistory(task: JobTask): void;
  runWith(task: JobTask): void;
}

/** Actions on a task that the person may use. */
export function useTaskActions(api: SchedulerApi, targets: TaskActionTargets) {
  const { t } = useI18n();
  const session = useSessionStore();
  const confirm = useConfirm();
  const notices = useNotices();
  const { attempt } = useAttempts(() => t('scheduler.failed'));

  /** Runs an action and reports its success. */
  async function act(key: string, work: () => Promise<unknown>, done: string): Promise<boolean> {
    if (!(await attempt(key, work))) return false;
    notices.show('good', done);
    targets.changed();
    return true;
  }

  async function run(task: JobTask): Promise<void> {
    const { jobId, jobName: name } = task;
    if (await act(`run ${jobId}`, () => api.run(jobId), t('scheduler.started', { name })))
      targets.showHistory(task);
  }

  async function setStatus({ jobId, jobName: name, status }: JobTask): Promise<void> {
    const [next, done] = status === 1 ? ([0, 'disabled'] as const) : ([1, 'enabled'] as const);
    await act(`status ${jobId}`, () => api.setStatus(jobId, next), t(`scheduler.${done}`, { name }));
  }

  type Done = 'enabled' | 'disabled' | 'started';
  type Work = (task: JobTask) => Promise<unknown>;

  const actOnSome = (tasks: readonly JobTask[], work: Work, done: Done) =>
    void attempt('some', () => actOnEach(tasks, work, done));

  /** Does the same to several tasks, one after the other; a failure does not keep the rest. */
  async function actOnEach(tasks: readonly JobTask[], work: Work, done: Done): Promise<void> {
    const failures: unknown[] = [];
    for (const task of tasks) await work(task).catch((error: unknown) => failures.push(error));
    const count = tasks.length - failures.length;
    if (count > 0) notices.show('good', t(`scheduler.some.${done}`, count));
    if (failures.length > 0) notices.show('bad', t('scheduler.some.failed', failures.length), failures[0]);
    targets.changed();
  }

  function bulkOf(tasks: readonly JobTask[]): RowAction[] {
    const ready = tasks.filter((task) => task.ready);
    const toggle = (key: 'enable' | 'disable', status: 0 | 1): RowAction => {
      const others = tasks.filter((task) => task.status !== status);
      return {
        key,
        label: t(`scheduler.action.${key}`),
        when: session.can('scheduler:task:edit'),
        disabled: others.length === 0,
        run: () => actOnSome(others, ({ jobId }) => api.setStatus(jobId, status), `${key}d`),
      };
    };
    return [
      {
        key: 'run',
        label: t('scheduler.action.run'),
        when: session.can('scheduler:task:run'),
        disabled: ready.length === 0,
        run: () => actOnSome(ready, ({ jobId }) => api.run(jobId), 'started'),
      },
      toggle('enable', 1),
      toggle('disable', 0),
    ];
  }

  async function remove(task: JobTask): Promise<void> {
    const { jobId, jobName: name } = task;
    const done = await confirm({
      title: t('scheduler.remove.title', { name }),
      consequences: [t('scheduler.remove.history'), t('scheduler.remove.job', { executor: task.executor })],
      action: t('scheduler.remove.action', { name }),
      danger: true,
      run: () => api.remove(jobId),
    });
    if (!done) return;
    notices.show('good', t('scheduler.remove.done', { name }));
    targets.changed();
  }

  function actionsOf(task: JobTask): RowAction[] {
    const toggled = task.status === 1 ? 'disable' : 'enable';
    return [
      {
        key: 'run',
        label: t('scheduler.action.run'),
        when: session.can('scheduler:task:run'),
        disabled: !task.ready,
        run: () => void run(task),
      },
      {
        key: 'history',
        label: t('scheduler.action.history'),
        when: session.can('scheduler:task:query'),
        run: () => targets.showHistory(task),
      },
      {
        key: 'runWith',
        label: t('scheduler.action.runWith'),
        when: session.can('scheduler:task:run'),
        disabled: !task.ready,
        rare: true,
        run: () => targets.runWith(task),
      },
      {
        key: 'edit',
        label: t('scheduler.action.edit'),
        when: session.can('scheduler:task:edit'),
        run: () => targets.edit(task),
      },
      {
        key: toggled,
        label: t(`scheduler.action.${toggled}`),
        when: session.can('scheduler:task:edit'),
        run: () => void setStatus(task),
      },
      {
        key: 'remove',
        label: t('scheduler.action.remove'),
        danger: true,
        divided: true,
        when: session.can('scheduler:task:remove'),
        run: () => void remove(task),
      },
    ];
  }

  return { actionsOf, bulkOf };
}
