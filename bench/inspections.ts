/**
 * Memory of a host that receives many packages. Packages of the hostile corpus are uploaded one by
 * one over HTTP to a host in this process; memory is read after a collection.
 *
 * Run: `node --expose-gc bench/inspections.ts [uploads]`
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryUsage } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { goodArchive, HOSTILE_PACKAGES, hostileArchive } from '@platform/package-format/corpus';
import { MarketHost } from '../server/src/market/testing/market-host.ts';

const uploads = Number(process.argv[2] ?? 4_000);
/** Number of printed rows. */
const ROWS = 8;

async function settledMemory(): Promise<Record<string, string>> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await sleep(100);
  }
  const { rss, heapUsed, external, arrayBuffers } = memoryUsage();
  const inMegabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  return {
    rss: inMegabytes(rss),
    heapUsed: inMegabytes(heapUsed),
    external: inMegabytes(external),
    arrayBuffers: inMegabytes(arrayBuffers),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'bench-inspections-'));
const host = await MarketHost.start(['--app-market.security.mode=off']);
try {
  const packages: Array<{ readonly path: string; readonly fileName: string }> = [];
  const good = { bytes: goodArchive(), fileName: 'hello-1.0.0.zip' };
  for (const { bytes, fileName } of [...Object.values(HOSTILE_PACKAGES).flat().map(hostileArchive), good]) {
    const path = join(folder, `${packages.length}.zip`);
    await writeFile(path, bytes);
    packages.push({ path, fileName });
  }
  const upload = (index: number): Promise<unknown> => {
    const { path, fileName } = packages[index % packages.length]!;
    return host.upload(path, fileName);
  };
  console.log({ uploads: 0, ...(await settledMemory()) });
  for (let done = 0; done < uploads;) {
    for (const end = done + uploads / ROWS; done < end; done += 2) {
      await Promise.all([upload(done), upload(done + 1)]);
    }
    console.log({ uploads: done, ...(await settledMemory()) });
  }
} finally {
  await host.close();
  await rm(folder, { recursive: true });
}
