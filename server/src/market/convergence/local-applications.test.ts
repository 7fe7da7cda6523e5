import { expect, it, vi } from 'vitest';
import type { Desired } from '../records/desired-store.ts';
import { LocalApplications, type LocalApplicationParts } from './local-applications.ts';
import type { Prepared } from './preparations.ts';

const running = { appCode: 'demo', version: '1.1.0', state: 'running' } as Desired;

interface Given {
  readonly keepsOut?: boolean;
  readonly files?: object;
  readonly backends?: object;
  readonly take?: LocalApplicationParts['take'];
}

function local({ keepsOut = false, files = {}, backends = {}, ...others }: Given = {}) {
  const prepared = { taskId: 1, backend: { switch: vi.fn(), discard: vi.fn(async () => undefined) } };
  const load = vi.fn(async () => undefined);
  const parts = {
    files: {
      exclusively: (_appCode: string, work: () => Promise<unknown>) => work(),
      isPlaced: async () => true,
      placement: { record: () => ({ version: '1.1.0', jar: 'demo.jar' }) },
      ...files,
    },
    backends: { enabled: true, loadedJar: () => null, keepOut: async () => keepsOut, load, ...backends },
    take: async () => prepared as unknown as Prepared,
    ...others,
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

it.each<[string, string | undefined, string | null, boolean]>([
  ['running', '1.1.0', 'demo.jar', true],
  ['running', '1.1.0', null, false],
  ['running', '1.0.0', 'demo.jar', false],
  ['dormant', '1.1.0', null, true],
  ['dormant', '1.1.0', 'demo.jar', false],
  ['removed', undefined, null, true],
  ['removed', '1.1.0', null, false],
  ['removed', undefined, 'demo.jar', false],
])('what is to be %s, has %s placed and %s loaded, is current: %s', async (state, version, jar, current) => {
  const { applications } = local({
    files: {
      isPlaced: async () => version === '1.1.0',
      placement: { record: () => version && { version, jar: 'demo.jar' } },
    },
    backends: { loadedJar: () => jar },
  });
  expect(await applications.isCurrent({ ...running, state } as Desired)).toBe(current);
});

it.each<[string, string | null, string]>([
  ['running', null, 'load demo.jar'],
  ['running', 'old.jar', 'load demo.jar'],
  ['running', 'demo.jar', ''],
  ['dormant', 'demo.jar', 'unload'],
  ['dormant', null, ''],
  ['removed', 'demo.jar', 'unload, remove'],
  ['removed', null, 'remove'],
])('what is to be %s and has %s loaded: %s', async (state, jar, expected) => {
  const calls: string[] = [];
  const placement = { record: () => ({ jar: 'demo.jar' }), remove: async () => void calls.push('remove') };
  const { applications } = local({
    files: { placement },
    backends: {
      loadedJar: () => jar,
      load: async (_appCode: string, loaded: string) => void calls.push(`load ${loaded}`),
      unload: async () => void calls.push('unload'),
    },
    take: async () => undefined,
  });
  await applications.reach({ ...running, state } as Desired);
  expect(calls.join(', ')).toBe(expected);
});
