import { readFileSync, writeFileSync } from 'node:fs';
import { startVitest } from 'vitest/node';
import { inRoot } from '../lib/paths.ts';
import type { Note, Plan } from './plan.ts';

/** Milliseconds without a note after which a mutation is taken for an endless loop. */
const STUCK_MS = 15_000;

/** Runs the tests of the folder with mutated sources. @returns what the runner noted */
export async function runTests(plan: Plan, sources: ReadonlyMap<string, string>): Promise<Note[]> {
  writeFileSync(plan.notes, '');
  const read = (): Note[] =>
    readFileSync(plan.notes, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Note);
  const watch = plan.covering ? undefined : endWhenStuck(read);
  const plugin = {
    name: 'mutated-sources',
    enforce: 'pre' as const,
    load: (id: string): string | undefined => sources.get(id.split('?')[0] ?? id),
  };
  const vitest = await startVitest(
    'test',
    [],
    {
      config: inRoot('scripts/mutation/vitest.config.ts'),
      runner: inRoot('scripts/mutation/runner.ts'),
      provide: { plan },
      watch: false,
      // The process that hangs must be another than this one.
      pool: 'forks',
      maxWorkers: 1,
      reporters: [{}],
      silent: true,
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [plugin] },
  );
  await vitest.close();
  clearInterval(watch);
  // Vitest sets it for failures, which are expected here.
  process.exitCode = 0;
  return read();
}

/** Ends the process of the tests when it notes nothing for a while. */
function endWhenStuck(read: () => Note[]): NodeJS.Timeout {
  let count = 0;
  let since = Date.now();
  return setInterval(() => {
    const notes = read();
    if (notes.length !== count) [count, since] = [notes.length, Date.now()];
    const pid = notes.findLast((note) => note.pid !== undefined)?.pid;
    if (pid === undefined || Date.now() - since < STUCK_MS) return;
    since = Date.now();
    process.kill(pid, 'SIGKILL');
  }, 1_000);
}
