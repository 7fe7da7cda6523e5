import { expect, it, vi } from 'vitest';
import type { Desired } from '../records/desired-store.ts';
import { LocalApplications, type LocalApplicationParts } from './local-applications.ts';
import type { Prepared } from './preparations.ts';

const running = { appCode: 'demo', version: '1.1.0', state: 'running' } as Desired;

function local({ keepsOut = false, files = {} } = {}) {
  const prepared = { taskId: 1, backend: { switch: vi.fn(), discard: vi.fn(async () => undefined) } };
  const load = vi.fn(async () => undefined);
  const parts = {
    files: {
      exclusively: (_appCode: string, work: () => Promise<unknown>) => work(),
      isPlaced: async () => true,
      placement: { record: () => ({ version: '1.1.0', jar: 'demo.jar' }) },
      ...files,
    },
    backends: { enabled: true, loadedJar: () => null, keepOut: async () => keepsOut, load },
    take: async () => prepared as unknown as Prepared,
  } as unknown as LocalApplicationParts;
  return { applications: new LocalApplications(parts), backend: prepared.backend, load };
}

it('switches to what was prepared, which is disposed of where it was not needed', async () => {
  const { applications, backend, load } = local();
  await applications.reach(running);
  expect([backend.switch.mock.calls.length, load.mock.calls.length]).toEqual([1, 0]);
  expect(backend.discard).toHaveBeenCalledTimes(1);
  const keptOut = local({ keepsOut: true });
  await keptOut.applications.reach(running);
  expect(keptOut.backend.switch).not.toHaveBeenCalled();
  expect(keptOut.backend.discard).toHaveBeenCalledTimes(1);
});

it('disposes of what was prepared where the switch fails', async () => {
  const { applications, backend } = local();
  backend.switch.mockRejectedValue(new Error('broken'));
  await expect(applications.reach(running)).rejects.toThrow('broken');
  expect(backend.discard).toHaveBeenCalledTimes(1);
});

it.each(['succeeds', 'fails'])('takes what was prepared away where placing it %s', async (how) => {
  const switchTo = vi.fn(async () => {
    if (how === 'fails') throw new Error('no space');
  });
  const settled = vi.fn(async () => undefined);
  const { applications } = local({
    files: { isPlaced: async () => false, prepared: async () => ({}), switchTo, settled },
  });
  const reached = applications.reach(running).then(
    () => 'succeeds',
    () => 'fails',
  );
  expect(await reached).toBe(how);
  expect(switchTo).toHaveBeenCalledTimes(1);
  expect(settled).toHaveBeenCalledExactlyOnceWith('demo');
});
