import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import type { Backends } from '../runtime/backends.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { switchBackend } from './backend-switch.ts';
import type { Journal } from './journal.ts';

/** Backends where 1.1.0 of `crm` is in quarantine. */
function recorded(serving: string | null) {
  const calls: string[] = [];
  const backends = {
    enabled: true,
    loadedJar: () => serving,
    keepOut: async (_code: string, jar: string) => {
      calls.push(`keep out ${jar}`);
      return jar === 'crm-1.1.0.jar';
    },
    load: async (_code: string, jar: string) => {
      calls.push(`load ${jar}`);
      if (jar === 'crm-1.1.0.jar') throw new PlatformError({ code: 'APP_QUARANTINED', message: 'kept out' });
      return { note: 'loaded', skipped: [], stages: [] };
    },
  } as unknown as Backends;
  const task = {
    record: async () => undefined,
    log: (line: string) => calls.push(line),
  } as unknown as TaskWork<Journal>;
  return { calls, run: (jar: string) => switchBackend(backends, task, 'crm', jar) };
}

describe('design 10.3: an operation on a version in quarantine', () => {
  it('places it and does not load it where nothing serves', async () => {
    const { calls, run } = recorded(null);
    const { report } = await run('crm-1.1.0.jar');
    expect(report).toMatchObject({ hotLoaded: false, restartRequired: false });
    expect(calls).toEqual(['keep out crm-1.1.0.jar', expect.stringContaining('in quarantine')]);
  });

  it('is refused where another version serves, which stays', async () => {
    const { calls, run } = recorded('crm-1.0.0.jar');
    await expect(run('crm-1.1.0.jar')).rejects.toMatchObject({ code: 'APP_QUARANTINED' });
    expect(calls).toEqual(['load crm-1.1.0.jar']);
  });

  it('loads another version', async () => {
    const { run } = recorded(null);
    expect((await run('crm-1.2.0.jar')).report).toMatchObject({ hotLoaded: true });
  });
});
