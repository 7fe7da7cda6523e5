import type { RowAction } from '@platform/remote-app/ui';
import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';
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

  /** Runs an action and reports its outcome. */
  async function act(work: () => Promise<unknown>, done: string): Promise<boolean> {
    try {
      await work();
    } catch (error) {
      notices.show('bad', t('scheduler.failed'), error);
      return false;
    }
    notices.show('good', done);
    targets.changed();
    return true;
  }

  async function run(task: JobTask): Promise<void> {
    if (await act(() => api.run(task.jobId), t('scheduler.started', { name: task.jobName })))
      targets.showHistory(task);
  }

  /** Does the same to several tasks, one after the other; a failure does not keep the rest. */
  async function actOnEach(
    tasks: readonly JobTask[],
    work: (task: JobTask) => Promise<unknown>,
    done: 'enabled' | 'disabled' | 'started',
  ): Promise<void> {
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
        run: () => void actOnEach(others, ({ jobId }) => api.setStatus(jobId, status), `${key}d`),
      };
    };
    return [
      {
        key: 'run',
        label: t('scheduler.action.run'),
        when: session.can('scheduler:task:run'),
        disabled: ready.length === 0,
        run: () => void actOnEach(ready, ({ jobId }) => api.run(jobId), 'started'),
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
    const { jobId, jobName: name, status } = task;
    const toggled = status === 1 ? 'disable' : 'enable';
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
        run: () =>
          void act(() => api.setStatus(jobId, status === 1 ? 0 : 1), t(`scheduler.${toggled}d`, { name })),
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
