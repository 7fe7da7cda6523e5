import { describe, expect, it, vi } from 'vitest';
import type { Task } from './task.ts';
import { TaskService } from './task-service.ts';

const task = {
  ...{ jobId: 7, tenantId: '000000', executor: 'report', appCode: 'demo', jobName: 'Nightly' },
  ...{ cron: '0 3 * * *', timeZone: 'UTC', concurrency: 'wait' },
} as unknown as Task;

interface Given {
  readonly isRunning?: boolean;
  readonly change?: Partial<Task>;
}

function service({ isRunning = false, change = {} }: Given = {}) {
  const follow = vi.fn(async () => undefined);
  const setStatus = vi.fn(async () => undefined);
  const remove = vi.fn(async () => undefined);
  const begin = vi.fn(async () => 1);
  const get = vi.fn(async () => ({ ...task, ...change }));
  const made = new TaskService({
    tasks: { get, setStatus, remove },
    runner: { isRunning: async () => isRunning, begin },
    times: { follow },
    executors: { find: () => ({}) },
    clock: { now: () => Date.parse('2026-11-28T00:00:00.000Z') },
    enabled: true,
  } as unknown as ConstructorParameters<typeof TaskService>[0]);
  return { made, follow, setStatus, remove, begin, get };
}

describe('a task of the scheduler center', () => {
  it('is started by hand while it runs only where its runs may be parallel', async () => {
    await expect(service({ isRunning: true }).made.run(7)).rejects.toMatchObject({ code: 'JOB_RUNNING' });
    expect(await service({ isRunning: true, change: { concurrency: 'parallel' } }).made.run(7)).toBe(1);
    expect(await service().made.run(7)).toBe(1);
  });

  it('has its next time in the center once it is enabled, and none once it is disabled', async () => {
    const { made, follow, setStatus } = service();
    const nextRunTime = '2026-11-28T03:00:00.000Z';
    await made.setStatus(7, 1);
    expect(setStatus).toHaveBeenLastCalledWith(7, 1, nextRunTime);
    expect(follow).toHaveBeenLastCalledWith({ jobId: 7, nextRunTime });
    await made.setStatus(7, 0);
    expect(follow).toHaveBeenLastCalledWith({ jobId: 7, nextRunTime: null });
  });

  it('that does not exist is not removed', async () => {
    const { made, get, remove } = service();
    get.mockRejectedValueOnce(new Error('RECORD_NOT_FOUND'));
    await expect(made.remove(7)).rejects.toThrow('RECORD_NOT_FOUND');
    expect(remove).not.toHaveBeenCalled();
  });
});
