import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspectPackage, type Inspection } from '@platform/package-format';
import type { BenchPackage } from './large-package.ts';

export interface MutationOutcome {
  readonly inspected: number;
  readonly refused: number;
  readonly wronglyAccepted: number;
  readonly thrown: number;
  readonly moreHeapMegabytes: number;
}

/**
 * Inspects a package repeatedly with random changes of its bytes. A changed package may pass only
 * when the change is in an unused field of the archive.
 */
export async function inspectMutations({ file, key }: BenchPackage, count: number): Promise<MutationOutcome> {
  const good = readFileSync(file);
  const contentOf = ({ entries }: Inspection): string =>
    JSON.stringify(entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  const inspect = (path: string): Promise<Inspection> =>
    inspectPackage(path, { fileName: 'small-1.0.0.zip', mode: 'enforce', trustedKeys: [key] });
  const expected = contentOf(await inspect(file));
  const mutated = join(dirname(file), 'mutated.zip');
  const outcome = { inspected: 0, refused: 0, wronglyAccepted: 0, thrown: 0 };
  const warmUp = Math.floor(count / 10);
  let heapBefore = 0;
  for (let at = 0; at < count; at++) {
    if (at === warmUp) heapBefore = heapInUse();
    writeFileSync(mutated, mutate(good));
    outcome.inspected++;
    try {
      const inspection = await inspect(mutated);
      if (!inspection.ok && inspection.findings.length > 0) outcome.refused++;
      else if (contentOf(inspection) !== expected) outcome.wronglyAccepted++;
    } catch {
      outcome.thrown++;
    }
  }
  return { ...outcome, moreHeapMegabytes: Math.max(0, (heapInUse() - heapBefore) / 2 ** 20) };
}

function heapInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const any = (length: number): number => randomInt(Math.max(1, length));

/**
 * One to six random changes: flipped bits, other bytes or lengths, pieces removed, repeated, moved
 * or truncated.
 */
function mutate(good: Buffer): Buffer {
  let bytes = Buffer.from(good);
  for (let changes = 1 + any(6); changes > 0; changes--) {
    const at = any(bytes.length);
    const to = Math.min(bytes.length, at + 1 + any(200));
    const piece = bytes.subarray(at, to);
    switch (any(7)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << any(8));
        break;
      case 1:
        bytes[at] = any(256);
        break;
      case 2:
        if (at + 4 <= bytes.length) bytes.writeUInt32LE([0, 1, 0x7fffffff, 0xffffffff][any(4)] ?? 0, at);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to)]);
        break;
      case 5:
        bytes = Buffer.concat([piece, bytes.subarray(0, at), bytes.subarray(to)]);
        break;
      default:
        bytes = bytes.subarray(0, at);
    }
  }
  return bytes;
}
