// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { appLines, healthOf, installable, OPEN, TROUBLED } from './app-health.ts';
import type { Install, Offer } from '@platform/host-api';

const installed = (app: Partial<Install> & Pick<Install, 'appCode'>): Install => ({
  installId: 1,
  name: app.appCode,
  icon: null,
  version: '1.0.0',
  previousVersion: null,
  latestVersion: null,
  status: 1,
  failure: null,
  failed: null,
  backend: 'loaded',
  backendError: null,
  installedAt: '2026-11-22T05:00:00.000Z',
  installedBy: null,
  ...app,
});
const offer = (app: Partial<Offer> & Pick<Offer, 'appCode' | 'state'>): Offer => ({
  appId: 1,
  name: app.appCode,
  description: null,
  icon: null,
  category: null,
  author: null,
  latestVersion: null,
  signatureState: null,
  ...app,
});
const health = (app: Partial<Install>) => healthOf(installed({ appCode: 'a', ...app }));

describe('application health', () => {
  it('spec: Errors/plugin route when app enabled but backend not loaded: is shown on the dashboard', () => {
    expect(health({ status: 1, backend: 'notLoaded' })).toBe('notLoaded');
    expect(health({ status: 1, backend: 'quarantined' })).toBe('quarantined');
    expect(health({ status: 0, backend: 'quarantined' })).toBe('disabled');
    expect(TROUBLED.has('quarantined')).toBe(true);
    expect(OPEN.has('quarantined')).toBe(false);
    expect(health({ status: 1, backend: 'degraded' })).toBe('degraded');
    expect(health({ status: 0, backend: 'degraded' })).toBe('disabled');
    expect(health({ status: 1, backend: 'none' })).toBe('enabled');
    expect(health({ status: 0, backend: 'notLoaded' })).toBe('disabled');
    expect(health({ status: 9, backend: 'none' })).toBe('failed');
  });

  const failure = {
    stage: 'switch',
    code: 'PLUGIN_START_FAILED',
    message: 'init threw',
    fix: null,
    operation: { kind: 'upgrade' as const, version: '1.1.0', taskId: 7, at: '2026-11-22T05:00:00.000Z' },
  };

  it('findings: interface 2: counts and names an application whose upgrade failed while the earlier version serves', () => {
    expect(health({ status: 1, backend: 'loaded', failure })).toBe('operationFailed');
    expect(health({ status: 0, backend: 'none', failure })).toBe('operationFailed');
    expect(health({ status: 1, backend: 'notLoaded', failure })).toBe('notLoaded');
    expect(health({ status: 3, backend: 'loaded', failure })).toBe('upgrading');
    expect(TROUBLED.has('operationFailed') && OPEN.has('operationFailed')).toBe(true);
    const [line] = appLines({
      offered: 1,
      market: [
        offer({
          appCode: 'a',
          state: 'upgradable',
          latestVersion: '1.1.0',
          installedVersion: '1.0.0',
          failed: { ...failure.operation, code: failure.code, message: failure.message },
        }),
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

  it('puts urgent ones first, and names a waiting update', () => {
    const lines = appLines({
      offered: 2,
      market: [
        offer({ appCode: 'a', state: 'upgradable', latestVersion: '2.0.0', installedVersion: '1.0.0' }),
      ],
      installed: [
        installed({ appCode: 'off', status: 0 }),
        installed({ appCode: 'a' }),
        installed({
          appCode: 'bad',
          status: 9,
          failure: { stage: 'migrate', code: 'X', message: 'script failed', fix: null },
        }),
      ],
    });
    expect(lines.map(({ code, update, reason }) => [code, update, reason])).toEqual([
      ['bad', undefined, 'script failed'],
      ['a', '2.0.0', undefined],
      ['off', undefined, undefined],
    ]);
  });

  it('offers only what can be installed as it is', () => {
    const latestVersion = '1.0.0';
    const offers = [
      offer({ appCode: 'a', state: 'notInstalled', latestVersion }),
      offer({ appCode: 'b', state: 'notInstalled' }),
      offer({ appCode: 'c', state: 'incompatible', latestVersion }),
      offer({ appCode: 'd', state: 'installing', latestVersion }),
    ];
    expect(installable(offers).map(({ appCode }) => appCode)).toEqual(['a']);
  });

  it('uses the market for users without access to installations', () => {
    const lines = appLines({
      offered: 2,
      market: [
        offer({ appCode: 'a', state: 'disabled', installedVersion: '1.0.0' }),
        offer({ appCode: 'b', state: 'notInstalled' }),
      ],
    });
    expect(lines.map((line) => [line.code, line.health])).toEqual([['a', 'disabled']]);
  });
});
