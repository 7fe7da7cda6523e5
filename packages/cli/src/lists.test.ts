import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFakeHost } from './testing/fake-host.ts';

let host: Awaited<ReturnType<typeof startFakeHost>>;
beforeEach(async () => {
  host = await startFakeHost();
  host.login();
});
afterEach(() => host.stop());

/** Rows of the table that a command prints, without their padding. */
async function rowsOf(...words: string[]): Promise<string[]> {
  const { out } = await host.run(...words);
  return stripVTControlCharacters(out)
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' | '));
}

it('lists the market with what is installed of it', async () => {
  const offer = { appCode: 'notes', name: 'Notes', latestVersion: '2.0.0', state: 'available' };
  host.answers['GET /app/market/list'] = [
    { ...offer, installedVersion: null },
    { ...offer, appCode: 'mall', name: '商城', installedVersion: '1.0.0', state: 'upgradable' },
  ];
  expect(await rowsOf('list', '--search', 'a b', '--category', 'Office', '--show', 'updates')).toEqual([
    'CODE | NAME | LATEST | INSTALLED | STATE',
    'notes | Notes | 2.0.0 | - | available',
    'mall | 商城 | 2.0.0 | 1.0.0 | upgradable',
  ]);
  expect(host.requests).toEqual([
    'GET /app/market/list?keyword=a+b&category=Office&show=updates&pageNum=1&pageSize=500',
  ]);
});

it('tells an empty market from a search without a result', async () => {
  host.answers['GET /app/market/list'] = [];
  expect((await host.run('list')).out).toContain('The market is empty.');
  for (const filter of ['--search', '--category'])
    expect((await host.run('list', filter, 'x')).out).toBe('No application matches.');
  expect((await host.run('list', '--show', 'updates')).out).toBe('No application matches.');
});

it('lists what is installed, with a word for each state', async () => {
  const install = { name: 'N', version: '1.0.0', latestVersion: '1.1.0', backend: 'running' };
  const states = [0, 1, 2, 3, 4, 9, 5];
  host.answers['GET /app/install/list'] = states.map((status) => ({ ...install, appCode: 'a', status }));
  expect((await rowsOf('installed')).map((row) => row.split(' | ')[4])).toEqual([
    ...['STATUS', 'disabled', 'enabled', 'installing', 'upgrading', 'uninstalling', 'failed', '5'],
  ]);
  host.answers['GET /app/install/list'] = [];
  expect((await host.run('installed')).out).toContain('Nothing is installed.');
});

it('lists the last 20 operations, and where a failed one ended', async () => {
  const task = { taskId: 7, createTime: 'now', kind: 'install', appCode: 'notes', version: null };
  const failure = { stage: 'place', message: 'Disk full.' };
  host.answers['GET /app/task/list'] = [
    { ...task, status: 'running', currentStep: 'migrate', failure: null },
    { ...task, status: 'failed', currentStep: 'migrate', failure },
  ];
  expect(await rowsOf('tasks', '--app', 'notes', '--status', 'failed')).toEqual([
    'TASK | WHEN | KIND | CODE | VERSION | STATUS | STEP | REASON',
    '7 | now | install | notes | running | migrate',
    '7 | now | install | notes | failed | place | Disk full.',
  ]);
  await host.run('tasks', '--limit', '5');
  expect(host.requests).toEqual([
    'GET /app/task/list?pageSize=20&appCode=notes&status=failed',
    'GET /app/task/list?pageSize=5',
  ]);
});

it('ends with 1 where the mode enforce would refuse a version, and names it', async () => {
  const report = { checked: 3, signed: 2, unsigned: 1, invalid: 0, unverifiable: 0, truncated: false };
  const version = { appCode: 'notes', version: '1.0.0', state: 'unsigned', installs: 4, reason: null };
  const path = 'GET /app/console/signature-readiness';
  host.answers[path] = { ...report, ready: false, versions: [version] };
  const refused = await host.run('readiness');
  expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining('SIGNATURES_NOT_READY') as string });
  expect(refused.out).toMatch(/notes +1\.0\.0 +unsigned +4/);
  host.answers[path] = { ...report, ready: true, truncated: true, versions: [] };
  expect(await host.run('readiness')).toEqual({
    exit: 0,
    err: '',
    out: '3 published versions checked (there are more): 2 signed, 1 unsigned, 0 invalid, 0 unverifiable',
  });
});

it('lists hosts with their load, and what they have not loaded yet', async () => {
  const node = {
    ...{ nodeId: 'n1', machine: 'rack', address: '10.0.0.1', hostVersion: '1.0.0', state: 'live' },
    ...{ startedAt: 'now', cpuPercent: 12, memoryBytes: 3 * 1_048_576, loopDelayMs: 1.6 },
  };
  host.answers['GET /system/nodes'] = [
    { ...node, behind: [] },
    { ...node, nodeId: 'n2', behind: ['mall', 'notes'] },
  ];
  expect((await rowsOf('hosts')).slice(1)).toEqual([
    'n1 | rack | 10.0.0.1 | 1.0.0 | live | now | 12 % | 3 MiB | 2 ms | -',
    'n2 | rack | 10.0.0.1 | 1.0.0 | live | now | 12 % | 3 MiB | 2 ms | mall notes',
  ]);
});

it('returns one host to service by the first characters of its id', async () => {
  host.answers['GET /system/nodes'] = ['abc-1', 'abd-2'].map((nodeId) => ({
    ...{ nodeId, machine: 'rack', state: 'draining' },
  }));
  const { out } = await host.run('hosts', 'return', 'abc');
  expect(out).toBe('abc-1 on rack is back in service.');
  const { out: json } = await host.run('hosts', 'drain', 'abd', '--json');
  expect(JSON.parse(json)).toEqual([{ nodeId: 'abd-2', draining: true }]);
});
