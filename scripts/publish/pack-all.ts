import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.ts';
import { buildHostPackage } from './build-host-package.ts';
import { buildDeclarations, buildPackage, PUBLISHED } from './build-package.ts';

/**
 * Packs the packages for developing applications, without touching the workspaces.
 *
 * @param shell folder of the built shell that applications are developed in; by default it is built
 * @returns paths of the tarballs in `out`
 */
export async function packAll(out: string, shell?: string): Promise<string[]> {
  mkdirSync(out, { recursive: true });
  await buildDeclarations(PUBLISHED);
  const staging = mkdtempSync(join(tmpdir(), 'pack-'));
  const builds: ReadonlyArray<{ name: string; build: (target: string) => void | Promise<void> }> = [
    ...PUBLISHED.map((name) => ({ name, build: (target: string) => buildPackage(name, target) })),
    { name: 'server', build: (target) => buildHostPackage(target, shell) },
  ];
  try {
    return await Promise.all(
      builds.map(async ({ name, build }) => {
        const target = join(staging, name);
        await build(target);
        const printed = await run('npm', ['pack', '--silent', '--pack-destination', out], { cwd: target });
        return join(out, printed.trim().split('\n').at(-1) ?? '');
      }),
    );
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
