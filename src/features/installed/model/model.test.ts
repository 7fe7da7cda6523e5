// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { BackendReport } from '../api/backend-report.ts';
import type { Install } from '../api/install.ts';
import { healthOf, shortName } from './backend-parts.ts';
import { actionsFor } from './install-actions.ts';
import { hasFailedBefore, installState, waitingVersion } from './install-state.ts';

const install = (patch: Partial<Install>): Install => ({
  installId: 1,
  appCode: 'hello',
  name: 'Hello',
  icon: null,
  version: '1.0.0',
  previousVersion: null,
  latestVersion: '1.0.0',
  status: 1,
  failure: null,
  failed: null,
  backend: 'loaded',
  backendError: null,
  installedAt: '2026-11-21T09:00:00.000Z',
  installedBy: null,
  ...patch,
});
const mayAll = { add: true, edit: true, remove: true };

describe('installation states', () => {
  it.each([
    [0, 'disabled'],
    [1, 'enabled'],
    [2, 'installing'],
    [3, 'upgrading'],
    [4, 'uninstalling'],
    [9, 'failed'],
  ] as const)('status %i is %s', (status, word) => expect(installState({ status })).toBe(word));

  it.each([
    ['1.0.0', '1.1.0', '1.1.0'],
    ['1.9.0', '1.10.0', '1.10.0'],
    ['1.1.0', '1.1.0', undefined],
    ['2.0.0', '1.9.9', undefined],
    ['1.0.0', null, undefined],
  ])('from %s with %s published offers %s', (version, latestVersion, waiting) => {
    expect(waitingVersion({ version, latestVersion })).toBe(waiting);
  });
});

it('findings: interface 4: a failed version is marked in the offer', () => {
  const failed = {
    kind: 'upgrade' as const,
    version: '1.1.0',
    taskId: 7,
    at: '2026-11-22T05:00:00.000Z',
    code: 'X',
    message: 'init threw',
  };
  expect(hasFailedBefore(install({ latestVersion: '1.1.0', failed }))).toBe(true);
  expect(hasFailedBefore(install({ latestVersion: '1.2.0', failed }))).toBe(false);
  expect(hasFailedBefore(install({ latestVersion: '1.1.0' }))).toBe(false);
});

describe('actions of an installation', () => {
  it.each([
    ['enabled', install({}), ['open', 'disable', 'uninstall']],
    [
      'enabled with an update',
      install({ latestVersion: '1.1.0' }),
      ['open', 'upgrade', 'disable', 'uninstall'],
    ],
    ['disabled', install({ status: 0 }), ['enable', 'uninstall']],
    ['upgraded before', install({ previousVersion: '0.9.0' }), ['open', 'disable', 'rollback', 'uninstall']],
    [
      'disabled after an upgrade',
      install({ status: 0, previousVersion: '0.9.0' }),
      ['enable', 'rollback', 'uninstall'],
    ],
    ['under way', install({ status: 3 }), []],
    [
      'a failed first installation',
      install({ status: 9, latestVersion: '1.1.0' }),
      ['installAgain', 'uninstall'],
    ],
  ])('%s', (_, of, expected) => expect(actionsFor(of, mayAll, true)).toEqual(expected));

  it('omits actions without permission or target', () => {
    const upgradable = install({ latestVersion: '1.1.0' });
    expect(actionsFor(upgradable, { add: false, edit: false, remove: false }, true)).toEqual(['open']);
    expect(actionsFor(install({}), mayAll, false)).toEqual(['disable', 'uninstall']);
  });
});

describe('a backend', () => {
  const report: BackendReport = {
    appCode: 'hello',
    state: 'loaded',
    inFlight: 0,
    routes: [
      {
        method: 'GET',
        url: '/hello/greet',
        auth: 'login',
        handler: 'cn.platform.hello.controller.Greet.greet',
      },
    ],
    beans: [],
    listeners: [],
    schedules: [
      {
        name: 'cn.platform.hello.task.HelloTasks.sweep',
        when: 'every 5m',
        tenants: 'none',
        runs: 3,
        failures: 1,
      },
    ],
    consumers: [],
    jobs: [],
    siblings: [],
    skipped: [{ name: 'cn.platform.hello.Pay', missing: 'payment-sdk' }],
  };

  it('has short names', () => {
    expect(shortName('cn.platform.hello.task.HelloTasks.sweep')).toBe('HelloTasks.sweep');
    expect(shortName('lower.only')).toBe('lower.only');
  });

  it('is degraded by uncaught errors and a blocked event loop, but not by failed requests', () => {
    const health = {
      faults: { handler: 3 },
      recent: [],
      holds: { count: 0, longestMs: 0 },
      open: { timers: 0, handles: [] },
    };
    expect(healthOf({ ...report, health })).toBe('good');
    expect(healthOf({ ...report, health: { ...health, holds: { count: 1, longestMs: 900 } } })).toBe(
      'degraded',
    );
    expect(healthOf({ ...report, degraded: { faults: 1, lastMessage: '', lastAt: '' } })).toBe('degraded');
    expect(healthOf({ ...report, state: 'failed' })).toBe('failed');
  });
});
