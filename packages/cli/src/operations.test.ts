import type { OperationPlan, Task } from '@platform/host-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal, startFakeHost } from './testing/fake-host.ts';

let host: Awaited<ReturnType<typeof startFakeHost>>;
beforeEach(async () => {
  host = await startFakeHost();
  host.login();
});
afterEach(() => host.stop());

const task = (change: Partial<Task>): Task => ({
  ...{ taskId: 7, appCode: 'notes', kind: 'install', version: '1.2.0', status: 'succeeded' },
  ...{ currentStep: null, progress: 100, logText: '', steps: [], report: null, failure: null },
  ...{ actor: 'admin', createTime: '2026-11-28', updateTime: '2026-11-28' },
  ...change,
});

const plan = (change: Partial<OperationPlan> = {}): OperationPlan =>
  ({
    ...{ action: 'uninstall', appCode: 'notes', fromVersion: '1.2.0', toVersion: null },
    ...{ scripts: [], dependents: [], warnings: [], tenants: { tenantIds: [] } },
    files: { placed: [], removed: [] },
    tables: { created: [], dropped: [], cleared: [] },
    menus: { added: [], changed: [], removed: [] },
    ...change,
  }) as OperationPlan;

describe('an operation', () => {
  it('is started, followed to its end, and reported with what the host noted', async () => {
    const step = { status: 'succeeded', startedAt: null } as const;
    const steps = [
      { ...step, name: 'download', durationMs: 12 },
      { ...step, name: 'place', durationMs: null },
    ];
    const states = [
      task({ status: 'running', steps: steps.slice(0, 1) }),
      task({ steps, report: { hotLoadNote: 'The backend starts with the next request.' } }),
    ];
    host.answers['POST /app/install'] = { taskId: 7 };
    host.answers['GET /app/task/7'] = () => states.shift();
    expect(await host.run('install', 'notes', '--version', '1.2.0', '--with-dependencies')).toEqual({
      exit: 0,
      out: 'Done: install of notes 1.2.0.\n  The backend starts with the next request.',
      err: 'Installing notes\n  ✓ download (12 ms)\n  ✓ place',
    });
    expect(host.bodies['POST /app/install']).toEqual({
      ...{ appCode: 'notes', version: '1.2.0', withDependencies: true },
    });
  });

  it('is reported without a version or a note where the host has none', async () => {
    host.answers['GET /app/task/7'] = task({ kind: 'disable', version: null, report: { hotLoadNote: '' } });
    expect(await host.run('task', '7')).toEqual({ exit: 0, out: 'Done: disable of notes.', err: '' });
  });

  it('that failed says where and why, with the fix of the host or else the task', async () => {
    const failure = { stage: 'migrate', code: 'SCRIPT_FAILED', message: 'no such table', fix: 'Fix V2.' };
    host.answers['GET /app/task/7'] = task({ status: 'failed', failure });
    const told = await host.run('task', '7', '--json');
    expect(told.exit).toBe(1);
    expect(JSON.parse(told.out)).toMatchObject({
      error: 'SCRIPT_FAILED',
      message: 'The install of notes failed at migrate: no such table',
      fix: 'Fix V2.',
    });
    for (const untold of [{ ...failure, fix: null }, null]) {
      host.answers['GET /app/task/7'] = task({ status: 'failed', failure: untold });
      const { fix } = JSON.parse((await host.run('task', '7', '--json')).out) as { fix: string };
      expect(fix).toBe('Nothing was changed; task 7 has the log.');
    }
  });

  it('goes on at the host when the operator stops waiting', async () => {
    host.answers['GET /app/task/7'] = task({ status: 'running' });
    const { exit, err } = await host.runWith({ signal: AbortSignal.timeout(50) }, 'task', '7');
    expect(exit).toBe(130);
    expect(err).toContain('npx platform task 7');
  });

  it.each([
    ['enable', 'POST /app/install/3/enable?async=true', 'Enabling notes'],
    ['disable', 'POST /app/install/3/disable?async=true', 'Disabling notes'],
    ['upgrade', 'POST /app/install/3/upgrade?async=true', 'Upgrading notes'],
  ])('%s is sent for the installation of the application', async (action, request, title) => {
    host.answers['GET /app/install/list'] = [{ installId: 3, appCode: 'notes' }];
    host.answers[request.split('?')[0] ?? ''] = { taskId: 7 };
    host.answers['GET /app/task/7'] = task({});
    expect(await host.run(action, 'notes')).toMatchObject({ exit: 0, err: title });
    expect(host.requests).toEqual(['GET /app/install/list?appCode=notes', request, 'GET /app/task/7']);
  });

  it('on an application that is not installed is refused', async () => {
    host.answers['GET /app/install/list'] = [];
    const { exit, err } = await host.run('enable', 'notes');
    expect(exit).toBe(1);
    expect(err).toContain('NOT_INSTALLED');
  });
});

describe('a confirmation', () => {
  beforeEach(() => {
    host.answers['POST /app/install/plan'] = plan();
    host.answers['GET /app/install/list'] = [{ installId: 3, appCode: 'notes' }];
    host.answers['DELETE /app/install/3'] = { taskId: 7 };
    host.answers['POST /app/install/3/rollback'] = { taskId: 7 };
    host.answers['GET /app/task/7'] = task({});
  });

  it('shows the plan first, and needs the word yes where no data is lost', async () => {
    expect(await host.runWith({ typed: [' yes '] }, 'uninstall', 'notes')).toMatchObject({
      exit: 0,
      err: 'uninstall notes 1.2.0\nUninstalling notes',
    });
    expect(host.questions).toEqual(['Type yes to continue: ']);
    expect(host.requests).toContain('DELETE /app/install/3?async=true');
  });

  it.each([{ dropped: ['notes_item'] }, { cleared: ['notes_item'] }])(
    'needs the name of the application where data is lost: %o',
    async (lost) => {
      const tables = { created: [], dropped: [], cleared: [], ...lost };
      host.answers['POST /app/install/plan'] = plan({ tables });
      const refused = await host.runWith({ typed: ['yes'] }, 'uninstall', 'notes', '--drop-data');
      expect(refused.exit).toBe(2);
      expect(refused.err).toContain('NOT_CONFIRMED');
      expect(host.requests).toEqual(['POST /app/install/plan']);
      expect((await host.runWith({ typed: ['notes'] }, 'uninstall', 'notes', '--drop-data')).exit).toBe(0);
      expect(host.requests).toContain('DELETE /app/install/3?async=true&dropData=true&confirm=notes');
    },
  );

  it('is not asked for with --yes', async () => {
    expect((await host.run('rollback', 'notes', '--yes')).exit).toBe(0);
    expect(host.questions).toEqual([]);
  });

  it('that nobody gives changes nothing', async () => {
    expect((await host.run('rollback', 'notes')).exit).toBe(2);
    expect(host.requests).toEqual(['POST /app/install/plan']);
  });
});

describe('a plan', () => {
  it('names only what the operation touches', async () => {
    host.answers['POST /app/install/plan'] = plan();
    expect((await host.run('plan', 'uninstall', 'notes')).out).toBe('uninstall notes 1.2.0');
  });

  it('counts files, and names tables, menus, data and who is affected', async () => {
    const data = {
      tables: [{ name: 'notes_item', rows: 4 }],
      ...{ settings: 1, dictionaries: 0, tasks: 2, unreadNotices: 0, readNotices: 1 },
      objects: { count: 1, names: ['a.pdf'] },
    };
    host.answers['POST /app/install/plan'] = plan({
      ...{ action: 'upgrade', toVersion: '2.0.0', scripts: ['V2__items.sql'] },
      files: { placed: ['a', 'b'], removed: ['c'] },
      menus: { added: [{ menuName: 'Items' }], changed: [], removed: [] },
      ...{ dependents: [{ appCode: 'mall', range: '^1.0.0' }], tenants: { tenantIds: ['000000'] } },
      ...{ warnings: [{ code: 'X', message: 'Takes long.' }], data: { goes: data, stays: undefined } },
    } as never);
    expect((await host.run('plan', 'upgrade', 'notes', '--version', '2.0.0')).out.split('\n')).toEqual([
      'upgrade notes 1.2.0 → 2.0.0',
      '  places 2 files',
      '  removes 1 file',
      '  runs scripts: V2__items.sql',
      '  adds menus: Items',
      '  DELETES: notes_item (4 rows), 1 setting, 2 scheduled tasks, 1 read notice, 1 stored file (a.pdf)',
      '  affects applications: mall (needs ^1.0.0)',
      '  affects tenants: 000000',
      '  note: Takes long.',
    ]);
    expect(host.bodies['POST /app/install/plan']).toEqual({
      ...{ action: 'upgrade', appCode: 'notes', version: '2.0.0' },
    });
  });
});

describe('tokens for scripts', () => {
  it('are issued for 90 days, and printed alone, so that a script can read them', async () => {
    host.answers['POST /system/user/profile/tokens'] = { token: 'secret', expires: '2027-02-26' };
    const { out, err } = await host.run('tokens', 'create', 'nightly', '--scope', 'app:install:add');
    expect(out).toBe('secret');
    expect(err).toContain('valid until 2027-02-26');
    expect(host.bodies['POST /system/user/profile/tokens']).toEqual({
      ...{ name: 'nightly', scopes: ['app:install:add'], expiresInDays: 90 },
    });
  });

  it('are listed with their last use', async () => {
    const tokens = [
      { tokenId: 1, name: 'nightly', expires: 'soon', lastUsed: null, scopes: ['a:b:c', 'd:e:f'] },
    ];
    host.answers['GET /system/user/profile/tokens'] = tokens;
    expect((await host.run('tokens', 'list')).out).toMatch(/1 +nightly +soon +never +a:b:c d:e:f/);
    host.answers['GET /system/user/profile/tokens'] = [];
    expect((await host.run('tokens', 'list')).out).toContain('You have no token.');
  });

  it('are reported as revoked only where the host has revoked them', async () => {
    const revoke = 'DELETE /system/user/profile/tokens/4';
    expect((await host.run('tokens', 'revoke', '4')).out).toBe('The token 4 is revoked.');
    host.answers[revoke] = new Refusal('TOKEN_UNKNOWN', 'There is no such token.');
    expect(await host.run('tokens', 'revoke', '4')).toMatchObject({ exit: 1, out: '' });
  });

  it.each(['0', '-1', '1.5', 'x'])('are revoked by number only: %s', async (id) => {
    expect((await host.run('tokens', 'revoke', '--', id)).exit).toBe(2);
    expect(host.requests).toEqual([]);
  });
});
