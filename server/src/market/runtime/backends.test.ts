import { beforeEach, expect, it, vi } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import type { PluginRuntime } from '../../plugin-runtime/index.ts';
import type { Placement } from '../disk/placement.ts';
import { Backends } from './backends.ts';

let state: object | undefined;
const load = vi.fn(async () => ({}));
const prepare = vi.fn(async () => ({}));
const unload = vi.fn(async (): Promise<object | undefined> => undefined);
const runtime = {
  ...{ load, prepare, unload, keepOut: async () => true },
  describe: (appCode?: string) => (appCode === undefined ? (state ? [state] : []) : state),
} as unknown as PluginRuntime;
const placement = { jarPath: (jar: string) => `/plugins/${jar}` } as Placement;
const backends = new Backends(runtime, placement, true);

beforeEach(() => {
  state = undefined;
  for (const mock of [load, prepare, unload]) mock.mockClear();
});

it.each([
  [undefined, null, undefined, false],
  [{ state: 'loaded', jar: 'a.jar', version: '1.0.0' }, 'a.jar', '1.0.0', false],
  [{ state: 'failed', jar: 'a.jar', version: '1.0.0' }, null, undefined, false],
  [{ state: 'quarantined', appCode: 'demo', jar: 'a.jar', version: '1.0.0' }, null, undefined, true],
])('of %j serves %s, version %s, and is kept out: %s', (described, jar, version, isKeptOut) => {
  state = described;
  expect([backends.loadedJar('demo'), backends.loadedVersion('demo')]).toEqual([jar, version]);
  expect(backends.quarantined('demo')).toBe(isKeptOut);
  expect(backends.quarantinedCodes).toEqual(isKeptOut ? ['demo'] : []);
  const asserted = (): void => backends.assertLoaded('demo', '1.0.0');
  if (version === '1.0.0') asserted();
  else expect(asserted).toThrow('no version is loaded');
});

it('names the version that serves in place of the recorded one', () => {
  state = { state: 'loaded', jar: 'a.jar', version: '1.1.0' };
  expect(() => backends.assertLoaded('demo', '1.0.0')).toThrow(
    expect.objectContaining({
      ...{ code: 'APP_BACKEND_NOT_LOADED', status: 409 },
      details: { params: { app: 'demo', version: '1.0.0', loaded: '1.1.0' } },
    }),
  );
});

it('finds a jar in the plugin directory, and releases it only to load it again', async () => {
  await backends.load('demo', 'a.jar');
  await backends.loadAgain('demo', 'a.jar');
  expect(load.mock.calls).toEqual([
    ['demo', '/plugins/a.jar'],
    ['demo', '/plugins/a.jar', { release: true }],
  ]);
});

it('prepares nothing without a runtime, nor what is kept out where nothing serves', async () => {
  expect(await new Backends(runtime, placement, false).prepare('demo', 'a.jar')).toBeNull();
  expect(prepare).not.toHaveBeenCalled();
  expect(await backends.prepare('demo', 'a.jar')).toEqual({});
  const refused = (code: string) =>
    prepare.mockRejectedValueOnce(new PlatformError({ code, message: 'It is refused.' }));
  refused('APP_QUARANTINED');
  expect(await backends.prepare('demo', 'a.jar')).toBeNull();
  refused('PLUGIN_JAR_UNREADABLE');
  await expect(backends.prepare('demo', 'a.jar')).rejects.toMatchObject({ code: 'PLUGIN_JAR_UNREADABLE' });
  state = { state: 'loaded', jar: 'old.jar' };
  refused('APP_QUARANTINED');
  await expect(backends.prepare('demo', 'a.jar')).rejects.toMatchObject({ code: 'APP_QUARANTINED' });
});

it('tells where an incident was, as far as that is known', () => {
  expect(backends.culpritLine('demo')).toBeNull();
  state = { quarantine: { incident: { function: 'run', place: 'a.ts:1' } } };
  expect(backends.culpritLine('demo')).toBe('run a.ts:1');
  state = { quarantine: { incident: { place: 'a.ts:1' } } };
  expect(backends.culpritLine('demo')).toBe('a.ts:1');
});

it('has no report of what was not loaded', async () => {
  expect(await backends.unload('demo')).toBeNull();
});
