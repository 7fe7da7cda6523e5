import { isLongRun } from '@platform/package-format/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.ts';
import type { HostReady } from '../../scripts/lib/host-process.ts';
import { placeMigratedDatabase } from '../src/data/testing/migrated-file.ts';
import { PluginWorkshop } from '../src/plugin-runtime/testing/plugin-project.ts';

const PASSWORD = 'Quarantine-1!';
const MONITOR = `Basic ${Buffer.from('watcher:watching').toString('base64')}`;

const application = (code: string, init: string): Record<string, string> => ({
  'c.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
@Controller('/${code}')
export class C {
  init() { ${init} }
  @Get('/v') v() { return '${code}'; }
}`,
});

/** Fills the heap, which ends the process natively. */
const OUT_OF_MEMORY = 'const all: unknown[] = []; for (;;) all.push(new Array(100_000).fill(all.length));';
const FOREVER = 'for (;;);';

let workshop: PluginWorkshop;
const folders: string[] = [];
beforeAll(async () => {
  workshop = await PluginWorkshop.open();
  await workshop.jar('well', '1.0.0', application('well', ''));
  await workshop.jar('greedy', '1.0.0', application('greedy', OUT_OF_MEMORY));
});
afterAll(async () => {
  await workshop.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The built host as a process of its own. */
class Run {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly ready: Promise<HostReady | undefined>;

  constructor(data: string) {
    const settings = [
      '--server.port=0',
      '--frontend.port=0',
      `--platform.data-dir=${data}`,
      `--platform.admin-password=${PASSWORD}`,
      `--app-market.deploy.plugin-dir=${workshop.pluginDir}`,
      '--management.username=watcher',
      '--management.password=watching',
    ];
    this.child = spawn(
      process.execPath,
      ['--max-old-space-size=192', inRoot('server/dist/lib/main.js'), ...settings],
      {
        cwd: inRoot(),
        // Each start is one process; a supervisor would begin the next one itself.
        env: { ...process.env, PLATFORM_SUPERVISOR: 'off' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    this.ended = once(this.child, 'exit');
    this.ready = Promise.race([
      once(this.child, 'message').then(([message]) => message as HostReady),
      this.ended.then(() => undefined),
    ]);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}

async function newData(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'quarantine-'));
  folders.push(data);
  await placeMigratedDatabase(data);
  return data;
}

const health = async ({
  api,
}: HostReady): Promise<Record<string, { state: string; quarantine?: object }>> => {
  const response = await fetch(`${api}/actuator/health/applications`, {
    headers: { authorization: MONITOR },
  });
  return ((await response.json()) as { details: Record<string, { state: string }> }).details;
};

describe('design 10.3: an application whose load ends the process', () => {
  it('is kept out at the third start at the latest, and the others serve', async () => {
    const data = await newData();
    let starts = 0;
    let run: Run;
    let ready: HostReady | undefined;
    do {
      run = new Run(data);
      ready = await run.ready;
      starts += 1;
    } while (!ready && starts < 5);
    expect(starts).toBe(3);
    if (!ready) throw new Error('The host did not start.');
    try {
      expect(await health(ready)).toMatchObject({
        well: { state: 'loaded' },
        greedy: { state: 'quarantined', quarantine: { version: '1.0.0', kind: 'crashed' } },
      });
      expect((await fetch(`${ready.api}/open/greedy/v`)).status).toBe(404);
      const seen = await fetch(`${ready.api}/actuator/incidents`, { headers: { authorization: MONITOR } });
      const { incidents } = (await seen.json()) as { incidents: ReadonlyArray<{ kind: string }> };
      const crashes = incidents.filter(({ kind }) => kind === 'crashed');
      expect(crashes).toHaveLength(2);
      expect(crashes[0]).toMatchObject({ certain: true, applications: ['greedy'], version: '1.0.0' });
    } finally {
      await run.stop();
    }
    expect(readdirSync(join(data, 'load-marks'))).toEqual([]);
  });

  it.runIf(isLongRun)(
    'is kept out too where somebody ends a process that loads forever, until its next version',
    async () => {
      rmSync(join(workshop.pluginDir, 'platform-greedy-plugin-1.0.0.jar'));
      await workshop.jar('endless', '1.0.0', application('endless', FOREVER));
      const data = await newData();
      for (let turn = 0; turn < 2; turn += 1) {
        const run = new Run(data);
        const marks = join(data, 'load-marks');
        // The loop has begun: the mark stays.
        for (let seen = 0; seen < 5;) {
          await sleep(200);
          const marked = (() => {
            try {
              return readdirSync(marks).some(
                (name) => name.startsWith(`${run.child.pid}-`) && /endless/.test(name),
              );
            } catch {
              return false;
            }
          })();
          seen = marked ? seen + 1 : 0;
        }
        run.child.kill('SIGKILL');
        await run.ended;
      }
      const third = new Run(data);
      const ready = await third.ready;
      expect(ready && (await health(ready))).toMatchObject({
        well: { state: 'loaded' },
        endless: { state: 'quarantined' },
      });
      await third.stop();

      await workshop.jar('endless', '1.0.1', application('endless', ''));
      const fourth = new Run(data);
      const again = await fourth.ready;
      expect(again && (await health(again))).toMatchObject({
        endless: { state: 'loaded', version: '1.0.1' },
      });
      await fourth.stop();
    },
  );
});
