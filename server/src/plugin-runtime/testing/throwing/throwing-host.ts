import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { createLogging } from '../../../infra/index.ts';
import { JOB_EXECUTORS } from '../../jobs/job-executors.ts';
import { TestHost } from '../test-host.ts';
import { failingLife, LIFE_PLACES, throwingApplication } from './sources.ts';

/**
 * A host process whose application throws every kind of value from every place.
 *
 * It prints a summary and exits with 1 if the host did not name the application. Any other exit
 * code means that an error ended the process.
 */
const [runs = 100, seed = 1] = process.argv.slice(2).map(Number);
const lines: string[] = [];
const terminal = { write: (text: string) => lines.push(text) };
const { logger } = createLogging({ level: 'info', console: 'json', terminal });
process.env['THROWN'] = '{}';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const host = await TestHost.start({ logger, args: ['--messaging.poll-interval-ms=20'] });
await host.load('fuzz', '1.0.0', throwingApplication, { permissions: ['env'] });
const life = await host.workshop.jar('life', '1.0.0', failingLife, { permissions: ['env'] });
const { data } = (await host.get('/fuzz/kinds')).body as { data: { kinds: string[]; places: string[] } };

interface Thrown {
  readonly place: string;
  readonly kind: string;
  readonly wrap: string;
  readonly text: string;
}

const isStream = (place: string): boolean => place.startsWith('stream') || place === 'iterable';
const faults = (): number =>
  Object.values(host.runtime.describe('fuzz')?.health?.faults ?? {}).reduce((sum, count) => sum + count, 0);
let faultsBefore = 0;
/** Looks in the log and among the faults, because repeats are only counted. */
const named = (code: string): boolean =>
  (code === 'fuzz' && faults() > faultsBefore) ||
  lines.some((line) => line.includes(`"appCode":"${code}"`) || line.includes(`"atWork":["${code}"]`));
const answers = async (): Promise<boolean> => (await host.get('/fuzz/ok')).status === 200;

async function throwFromRequest({ place, ...description }: Thrown): Promise<boolean> {
  const headers = { authorization: 'Bearer test-token', 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(isStream(place) ? 300 : 10_000);
  const init = { method: 'POST', headers, body: JSON.stringify(description), signal };
  // Node cannot end a stream with such a value, so that the client goes away.
  const response = await fetch(`${host.url}/fuzz/${place}`, init).catch(() => undefined);
  if (!response) return isStream(place);
  const body = await response.text().catch(() => 'broken off');
  if (response.status >= 400) {
    const { code, error, requestId } = JSON.parse(body) as Record<string, unknown>;
    return code === response.status && typeof error === 'string' && typeof requestId === 'string';
  }
  return true;
}

async function throwFromJob({ place: _place, ...description }: Thrown): Promise<boolean> {
  const headers = { authorization: 'Bearer test-token', 'content-type': 'application/json' };
  await fetch(`${host.url}/fuzz/listener`, { method: 'POST', headers, body: JSON.stringify(description) });
  const run = host.modules.services.use(JOB_EXECUTORS).find('fuzzJob', '000000');
  const { Attempt } = await import('../../../scheduler/attempt.ts');
  const task = { jobId: 1, jobName: 'j', params: '', tenantId: '000000', appCode: 'fuzz', timeoutMs: 0 };
  const clock = { now: () => Date.now() };
  const attempt = new Attempt(task as never, clock, new AbortController().signal);
  const result = run && (await attempt.run(run, 1));
  return result?.ok === false && typeof result.message === 'string';
}

async function throwFromLife(thrown: Thrown): Promise<boolean> {
  process.env['THROWN'] = JSON.stringify(thrown);
  const loaded = await host.runtime.load('life', life).catch((error: Error) => error);
  const report = loaded instanceof Error ? undefined : await host.runtime.unload('life');
  if (loaded instanceof Error) return loaded.message.includes('life');
  return report !== undefined && (report.failures.length > 0 || thrown.place === 'start');
}

const work = (thrown: Thrown): Promise<boolean> => {
  if (thrown.place === 'job') return throwFromJob(thrown);
  return LIFE_PLACES.includes(thrown.place) ? throwFromLife(thrown) : throwFromRequest(thrown);
};

/** The caller may get the error, an empty value, or a response that was complete before. */
const told = (thrown: Thrown): boolean =>
  ['job', 'answer', 'streamDestroy'].includes(thrown.place) ||
  (thrown.kind.startsWith('platform') && thrown.wrap === 'none');

let count = 0;
async function check(thrown: Thrown): Promise<void> {
  lines.length = 0;
  faultsBefore = faults();
  count += 1;
  const sound = await work(thrown);
  const code = LIFE_PLACES.includes(thrown.place) ? 'life' : 'fuzz';
  if (thrown.place === 'finalizer') collect();
  for (let n = 0; n < 20 && !named(code) && !told(thrown); n++) {
    if (thrown.place === 'finalizer') collect();
    await sleep(10);
  }
  const what = `${thrown.place} ${thrown.kind} ${thrown.wrap}`;
  if (!(await answers())) throw new Error(`${what}: the host does not answer`);
  if (!sound)
    throw new Error(`${what}: the answer is not as it should be\n${lines.join('').slice(0, 2_000)}`);
  if (!named(code) && !told(thrown))
    throw new Error(`${what}: nobody is named\n${lines.join('').slice(0, 500)}`);
  const longest = Math.max(0, ...lines.map((line) => line.length));
  if (longest > 200_000) throw new Error(`${what}: a line of ${longest} characters`);
}

const places = [...data.places, 'typed', 'job', ...LIFE_PLACES];
const thrown = fc.record({
  place: fc.constantFrom(...places),
  kind: fc.constantFrom(...data.kinds),
  wrap: fc.constantFrom('none', 'none', 'cause', 'aggregate', 'property', 'frozenCause'),
  text: fc.string({ unit: 'binary', maxLength: 40 }),
});
const failures: string[] = [];
const each = async (one: Thrown): Promise<void> => {
  await check(one).catch((error: unknown) => failures.push((error as Error).message));
};
// Covers every place and every kind once, then random combinations.
for (const place of places) await each({ place, kind: 'proxy', wrap: 'none', text: 'a' });
for (const [n, kind] of data.kinds.entries()) {
  await each({ place: places[n % places.length] ?? 'sync', kind, wrap: 'none', text: 'b' });
  await each({ place: 'sync', kind, wrap: 'none', text: 'b' });
  await each({ place: 'nextTick', kind, wrap: 'none', text: 'b' });
}
await fc.assert(fc.asyncProperty(thrown, each), { numRuns: runs, seed });
process.stdout.write(JSON.stringify({ count, failures: failures.slice(0, 20), failed: failures.length }));
await host.stop();
process.exit(failures.length === 0 ? 0 : 1);
