import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.ts';
import { buildHostPackage } from './build-host-package.ts';
import { buildPackage, PUBLISHED } from './build-package.ts';

/**
 * Packs what plugins are developed with, without touching the workspaces.
 * @param out folder of the tarballs, absolute
 * @returns their paths
 */
export async function packAll(out: string): Promise<string[]> {
  mkdirSync(out, { recursive: true });
  const staging = mkdtempSync(join(tmpdir(), 'pack-'));
  const builds = [
    ...PUBLISHED.map((name) => ({ name, build: (target: string) => buildPackage(name, target) })),
    { name: 'server', build: buildHostPackage },
  ];
  try {
    const tarballs: string[] = [];
    for (const { name, build } of builds) {
      const target = join(staging, name);
      await build(target);
      const printed = await run('npm', ['pack', '--silent', '--pack-destination', out], { cwd: target });
      tarballs.push(join(out, printed.trim().split('\n').at(-1) ?? ''));
    }
    return tarballs;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
