/**
 * Inspection of a package of about 190 MB beside hashing its bytes, in alternating rounds, and the
 * memory it takes; then thousands of packages with changed bytes. None of these may crash the
 * inspector, leave a file, or pass with other content than was signed. Budgets: design 7.4.
 *
 * Run: `node --expose-gc bench/package.ts [--check] [--rounds=7] [--mutations=10000]`
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectPackage } from '@platform/package-format';
import { inRoot } from '../scripts/lib/paths.ts';
import { writeLargePackage, writeSmallPackage, type BenchPackage } from './lib/large-package.ts';
import { inspectMutations } from './lib/mutations.ts';
import { option } from './lib/options.ts';
import { report } from './lib/report.ts';
import { spread } from './lib/statistics.ts';

const rounds = option('rounds', 7);
const mutations = option('mutations', 10_000);

const folder = mkdtempSync(join(tmpdir(), 'bench-package-'));
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
process.env['TMPDIR'] = temporary;

const large = await writeLargePackage(folder);
const small = await writeSmallPackage(folder);
const ratios: number[] = [];
for (let round = 0; round <= rounds; round++) {
  const hashing = await timed(() => hash(large.file));
  const inspecting = await timed(() => inspect(large));
  if (round > 0) ratios.push(inspecting / hashing);
}
const moreMemory = await memoryOfInspection(large, small);
const outcome = await inspectMutations(small, mutations);
const left = readdirSync(temporary).length;
const size = statSync(large.file).size / 1e6;
rmSync(folder, { recursive: true });

const { median, least, most } = spread(ratios);
report('package', [
  {
    name: `inspection of ${size.toFixed(0)} MB, ratio to hashing them`,
    value: median,
    unit: '×',
    atMost: 1.3,
    note: `${least.toFixed(2)} to ${most.toFixed(2)}, ${rounds} rounds`,
  },
  { name: 'more resident memory for it', value: moreMemory, unit: 'MB', atMost: 64 },
  {
    name: 'changed packages inspected',
    value: outcome.inspected,
    unit: '',
    note: `${outcome.refused} refused`,
  },
  { name: 'that passed with other content', value: outcome.wronglyAccepted, unit: '', atMost: 0 },
  { name: 'that made the inspector throw', value: outcome.thrown, unit: '', atMost: 0 },
  { name: 'temporary files left', value: left, unit: '', atMost: 0 },
  { name: 'more heap after them', value: outcome.moreHeapMegabytes, unit: 'MB', atMost: 10 },
]);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function hash(file: string): Promise<string[]> {
  const hashes = [createHash('md5'), createHash('sha256')];
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    for (const one of hashes) one.update(chunk as Buffer);
  }
  return hashes.map((one) => one.digest('hex'));
}

async function inspect({ file, key }: BenchPackage): Promise<void> {
  const { ok, findings } = await inspectPackage(file, { mode: 'enforce', trustedKeys: [key] });
  if (!ok) throw new Error(`The package has findings: ${findings.map(({ code }) => code).join(', ')}`);
}

/** Runs in a process of its own, after a small package has warmed it up. */
function memoryOfInspection(subject: BenchPackage, warmUp: BenchPackage): Promise<number> {
  const keyFile = join(folder, 'key.pem');
  writeFileSync(keyFile, subject.publicKey);
  const child = fork(inRoot('bench/lib/inspect-once.ts'), [subject.file, keyFile, warmUp.file]);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('message', ({ moreMegabytes }: { moreMegabytes: number }) => resolve(moreMegabytes));
  child.once('exit', (code) => reject(new Error(`The inspecting process ended with ${code}.`)));
  return promise;
}
