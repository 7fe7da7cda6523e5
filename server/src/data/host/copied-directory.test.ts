import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeHostDatabases } from '../testing/databases.ts';
import { openHostDatabase } from '../testing/open.ts';
import { assertNotCopied } from './copied-directory.ts';
import { processScope } from './process-scope.ts';

/** No system gives it to a process. */
const ENDED = 2 ** 30;
const HERE = processScope();

await describeHostDatabases('a host beside others of its name (docs/decisions/0142)', ({ config }) => {
  let database: SqlDatabase;
  let renewing: NodeJS.Timeout | undefined;

  beforeAll(async () => (database = await openHostDatabase(config)));
  afterEach(async () => {
    clearInterval(renewing);
    await database.query.deleteFrom('sys_node').execute();
  });
  afterAll(() => database.close());

  interface Other {
    readonly hostId?: string;
    readonly pid?: number;
    readonly group?: string;
    readonly scope?: string;
    readonly agoMs?: number;
  }

  async function other({
    hostId = 'box-1',
    pid = process.pid,
    group = 'other',
    scope = HERE,
    agoMs = 1,
  }: Other) {
    const node_id = randomUUID();
    const at = new Date(Date.now() - agoMs).toISOString();
    const facts = {
      machine: hostname(),
      address: 'http://box:8080',
      host_version: '1.0.0',
      desired_format: 1,
    };
    await database.query
      .insertInto('sys_node')
      .values({
        ...{ node_id, host_id: hostId, pid, process_group: group, process_scope: scope, ...facts },
        ...{ started_at: at, heartbeat_at: at, clock_offset_ms: 0, pool_size: 1, trusted_key_ids: '[]' },
        ...{ memory_bytes: 1, heap_bytes: 1, loop_delay_us: 1, cpu_percent: 1 },
      })
      .execute();
    const heartbeat_at = (): string => new Date(Date.now() + 1).toISOString();
    const renew = database.query.updateTable('sys_node').where('node_id', '=', node_id);
    return { renew: () => void renew.set({ heartbeat_at: heartbeat_at() }).execute() };
  }

  const examine = (patienceMs: number): Promise<void> =>
    assertNotCopied({
      ...{ database, clock: systemClock, machineId: 'box-1', directory: '/data', patienceMs },
      origin: { group: 'own', scope: HERE },
    });

  it.each([
    ['of the same machine', {}],
    ['of another machine or container', { scope: 'elsewhere' }],
    ['of an earlier version', { group: '', scope: '' }],
    ['that is another worker of its supervisor', { hostId: 'box-1-2' }],
  ])('is refused while one %s goes on renewing its lease', async (_which, facts: Other) => {
    const { renew } = await other(facts);
    renewing = setInterval(renew, 20);
    await expect(examine(60_000)).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_COPIED',
      message: expect.stringContaining(`process ${process.pid} on ${hostname()} (http://box:8080)`) as string,
      fix: expect.stringContaining('lock.db') as string,
    });
  });

  // With a patience of an hour, a wait would fail the test.
  it.each([
    ['that has ended on this machine', { pid: ENDED }],
    ['whose lease is over', { agoMs: 60_000, scope: 'elsewhere' }],
    ['that is a worker of its own supervisor', { group: 'own' }],
    ['of another directory', { hostId: 'box-2' }],
    ['whose name only begins like it', { hostId: 'box-12' }],
  ])('does not wait for one %s', async (_which, facts: Other) => {
    await other(facts);
    await expect(examine(3_600_000)).resolves.toBeUndefined();
  });

  it('goes on when one of another container stays silent', async () => {
    await other({ scope: 'elsewhere' });
    await expect(examine(300)).resolves.toBeUndefined();
  });
});
