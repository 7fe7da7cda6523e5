import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../kernel/testing/config.ts';
import { PackageInspector } from './package-inspector.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('findings: code A: inspects two packages at a time and queues the others', async () => {
  const file = join(folder, 'a.zip');
  await writeFile(file, 'no archive');
  let begun = 0;
  const inspector = new PackageInspector(testConfig()['app-market'].security, {
    // Asked when an inspection begins.
    reservedNames: () => {
      begun += 1;
      return [];
    },
    providedPackages: [],
  });
  const all = Array.from({ length: 6 }, () => inspector.inspect(file).catch((error: unknown) => error));
  expect(begun).toBe(2);
  const refused = await Promise.all(all);
  expect(refused).toHaveLength(6);
  const [first] = (refused[5] as { details: Array<{ message: string; fix: string }> }).details;
  expect(refused[5]).toMatchObject({
    status: 400,
    message: expect.stringContaining(first?.message ?? 'no finding') as string,
    fix: first?.fix,
  });
  expect(begun).toBe(6);
});

it('findings: code A: queues plans of unverified packages too', async () => {
  const file = join(folder, 'a.zip');
  await writeFile(file, 'no archive');
  let begun = 0;
  const inspector = new PackageInspector(testConfig()['app-market'].security, {
    reservedNames: () => {
      begun += 1;
      return [];
    },
    providedPackages: [],
  });
  const read = [inspector.read(file), inspector.read(file)];
  const inspected = inspector.inspect(file).catch((error: unknown) => error);
  expect(begun).toBe(0);
  for (const { ok } of await Promise.all(read)) expect(ok).toBe(false);
  expect(await inspected).toMatchObject({ status: 400 });
  expect(begun).toBe(1);
});
