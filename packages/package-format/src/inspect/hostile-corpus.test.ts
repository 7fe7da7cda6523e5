import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  HOSTILE_PACKAGES,
  hostileArchive,
  oneOfEachCode,
  type HostilePackage,
} from '../testing/corpus/index.ts';
import { HONEST_ZIP64 } from '../testing/corpus/zip64.ts';
import { isLongRun } from '../testing/long-tests.ts';
import { trustedKey } from '../testing/package-builder.ts';
import { inspectPackage, type Inspection } from './inspect-package.ts';

const all = Object.values(HOSTILE_PACKAGES).flat();
/** One for each finding of each group; the whole corpus takes minutes. */
const inspected = Object.entries(isLongRun ? HOSTILE_PACKAGES : oneOfEachCode());

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corpus-'));
  vi.stubEnv('TMPDIR', folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function inspect(one: HostilePackage): Promise<Inspection> {
  const { bytes, fileName } = hostileArchive(one);
  const file = join(folder, 'hostile.zip');
  await writeFile(file, bytes);
  try {
    return await inspectPackage(file, {
      fileName,
      mode: 'enforce',
      trustedKeys: [trustedKey],
      providedPackages: ['typebox'],
    });
  } finally {
    await rm(file);
  }
}

describe.each(inspected.filter(([, packages]) => packages.length > 0))(
  'hostile packages are refused, each with its finding and a fix (design 4.3; spec: M1, D1, D4; Package layout; Errors/platform class compiled into a plugin): %s',
  (_group, packages) => {
    test.each(packages.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
      const { ok, findings } = await inspect(one);
      expect(ok).toBe(false);
      const found = findings.find(({ code }) => code === one.code);
      expect(found, `found ${[...new Set(findings.map(({ code }) => code))].join(', ')}`).toBeDefined();
      expect(found!.severity).toBe('error');
      expect(found!.fix).not.toBe('');
      expect(findings.length).toBeLessThan(1_000);
      expect(await readdir(folder)).toEqual([]);
    });
  },
);

test.each(HONEST_ZIP64)('findings: packages 1 and 2; accepts honest 64-bit records: %#', async (change) => {
  const { ok, findings } = await inspect({ name: 'honest', code: '', ...change });
  expect(findings).toEqual([]);
  expect(ok).toBe(true);
});

test('covers more than sixty kinds under unique names (design 4.3)', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(new Set(all.map(({ code }) => code)).size).toBeGreaterThan(60);
});
