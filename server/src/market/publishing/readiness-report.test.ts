import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SignatureReadiness, type ReadinessParts } from './signature-readiness.ts';

let tempDir: string;
beforeEach(async () => void (tempDir = await mkdtemp(join(tmpdir(), 'readiness-'))));
afterEach(() => rm(tempDir, { recursive: true }));

type Install = readonly [appCode: string, version: string, previousVersion?: string];

/** Readiness where the address of a package is the state of its signature. */
function readiness(packages: readonly string[], installs: readonly Install[] = []) {
  const asked: number[] = [];
  const versions = packages.map((text, index) => {
    const [packageUrl = '', appCode = 'crm', version = '1.0.0'] = text.split(' ');
    return { versionId: index + 1, appId: 1, appCode, version, packageUrl };
  });
  const fetched = new Map<string, string>();
  const parts = {
    versions: {
      onOffer: async (limit: number) => {
        asked.push(limit);
        return versions.slice(0, limit);
      },
    },
    installs: {
      all: async () =>
        installs.map(([appCode, version, previousVersion]) => ({ appCode, version, previousVersion })),
    },
    storage: {
      fetch: async (packageUrl: string, file: string) => {
        if (packageUrl === 'lost') throw new Error('no such object');
        fetched.set(file, packageUrl);
      },
    },
    inspector: {
      mode: 'warn',
      signatureOf: (file: string) => {
        const state = fetched.get(file);
        return { state, reason: state === 'invalid' ? 'changed' : undefined };
      },
    },
    tempDir,
  } as unknown as ReadinessParts;
  return { check: new SignatureReadiness(parts), asked };
}

it('counts each state, and names those that would be refused with the reason', async () => {
  const { check } = readiness(['signed', 'unsigned', 'invalid', 'unverifiable', 'lost']);
  const report = await check.check();
  expect(report).toMatchObject({ mode: 'warn', ready: false, checked: 5, truncated: false });
  expect(report).toMatchObject({ signed: 1, unsigned: 1, invalid: 1, unverifiable: 2 });
  expect(report.versions.map(({ state, reason }) => [state, reason])).toEqual([
    ['unsigned', null],
    ['invalid', 'changed'],
    ['unverifiable', null],
    ['unverifiable', 'no such object'],
  ]);
});

it('is ready only where all was checked and is signed', async () => {
  expect(await readiness([]).check.check()).toMatchObject({ ready: true, checked: 0 });
  const hundred = Array.from({ length: 100 }, () => 'signed');
  const { check, asked } = readiness(hundred);
  expect(await check.check()).toMatchObject({ ready: true, checked: 100, truncated: false });
  expect(asked).toEqual([101]);
  const more = await readiness([...hundred, 'signed']).check.check();
  expect(more).toMatchObject({ ready: false, checked: 100, signed: 100, truncated: true });
});

it('names installed versions first, then those that tenants can roll back to', async () => {
  const { check } = readiness(
    ['unsigned b 1.0.0', 'unsigned a 1.0.0', 'unsigned crm 1.0.0', 'unsigned crm 1.1.0', 'unsigned a 2.0.0'],
    [
      ['crm', '1.1.0', '1.0.0'],
      ['crm', '1.1.0', '1.0.0'],
      ['other', '1.0.0'],
    ],
  );
  const { versions } = await check.check();
  expect(
    versions.map(({ appCode, version, installs, rollbacks }) => [appCode, version, installs, rollbacks]),
  ).toEqual([
    ['crm', '1.1.0', 2, 0],
    ['crm', '1.0.0', 0, 2],
    ['a', '1.0.0', 0, 0],
    ['a', '2.0.0', 0, 0],
    ['b', '1.0.0', 0, 0],
  ]);
});

it('shares a check that runs, tells how far it is, and then begins anew', async () => {
  const { check, asked } = readiness(['signed', 'signed', 'signed']);
  expect(check.progress).toBeUndefined();
  const [first, second] = [check.check(), check.check()];
  expect(second).toBe(first);
  const seen = new Set<string>();
  const look = setInterval(() => check.progress && seen.add(JSON.stringify(check.progress)), 0);
  await first;
  clearInterval(look);
  for (const text of seen) expect(JSON.parse(text)).toMatchObject({ total: 3 });
  expect(check.progress).toBeUndefined();
  await check.check();
  expect(asked).toHaveLength(2);
});
