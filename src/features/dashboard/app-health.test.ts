import { describe, expect, it } from 'vitest';
import { appLines, healthOf, OPEN, TROUBLED } from './app-health.ts';
import type { InstalledApp } from './dashboard-api.ts';

const installed = (app: Partial<InstalledApp> & Pick<InstalledApp, 'appCode'>): InstalledApp => ({
  installId: 1,
  name: app.appCode,
  version: '1.0.0',
  status: 1,
  backend: 'loaded',
  ...app,
});

describe('application health', () => {
  it('spec: Errors/plugin route when app enabled but backend not loaded: the dashboard says so', () => {
    expect(healthOf({ status: 1, backend: 'notLoaded' })).toBe('notLoaded');
    expect(healthOf({ status: 1, backend: 'degraded' })).toBe('degraded');
    expect(healthOf({ status: 0, backend: 'degraded' })).toBe('disabled');
    expect(healthOf({ status: 1, backend: 'none' })).toBe('enabled');
    expect(healthOf({ status: 0, backend: 'notLoaded' })).toBe('disabled');
    expect(healthOf({ status: 9, backend: 'none' })).toBe('failed');
  });

  const failure = {
    stage: 'switch',
    code: 'PLUGIN_START_FAILED',
    message: 'init threw',
    operation: { kind: 'upgrade', version: '1.1.0', taskId: 7, at: '2026-11-22T05:00:00.000Z' },
  };

  it('findings: interface 2: counts and names an application whose upgrade failed while the earlier version serves', () => {
    expect(healthOf({ status: 1, backend: 'loaded', failure })).toBe('operationFailed');
    expect(healthOf({ status: 0, backend: 'none', failure })).toBe('operationFailed');
    expect(healthOf({ status: 1, backend: 'notLoaded', failure })).toBe('notLoaded');
    expect(healthOf({ status: 3, backend: 'loaded', failure })).toBe('upgrading');
    expect(TROUBLED.has('operationFailed') && OPEN.has('operationFailed')).toBe(true);
    const [line] = appLines({
      offered: 1,
      market: [
        {
          appCode: 'a',
          name: 'a',
          state: 'upgradable',
          latestVersion: '1.1.0',
          installedVersion: '1.0.0',
          failed: { ...failure.operation, code: failure.code, message: failure.message },
        },
      ],
      installed: [installed({ appCode: 'well' }), installed({ appCode: 'a', failure })],
    });
    expect(line).toMatchObject({
      code: 'a',
      health: 'operationFailed',
      reason: 'init threw',
      operation: failure.operation,
      update: '1.1.0',
      triedInVain: true,
    });
  });

  it('puts first what needs somebody, and names the update that waits', () => {
    const lines = appLines({
      offered: 2,
      market: [
        { appCode: 'a', name: 'a', state: 'upgradable', latestVersion: '2.0.0', installedVersion: '1.0.0' },
      ],
      installed: [
        installed({ appCode: 'off', status: 0 }),
        installed({ appCode: 'a' }),
        installed({
          appCode: 'bad',
          status: 9,
          failure: { stage: 'migrate', code: 'X', message: 'script failed' },
        }),
      ],
    });
    expect(lines.map(({ code, update, reason }) => [code, update, reason])).toEqual([
      ['bad', undefined, 'script failed'],
      ['a', '2.0.0', undefined],
      ['off', undefined, undefined],
    ]);
  });

  it('makes do with the market where installs may not be seen', () => {
    const lines = appLines({
      offered: 2,
      market: [
        { appCode: 'a', name: 'a', state: 'disabled', installedVersion: '1.0.0' },
        { appCode: 'b', name: 'b', state: 'notInstalled' },
      ],
    });
    expect(lines.map((line) => [line.code, line.health])).toEqual([['a', 'disabled']]);
  });
});
