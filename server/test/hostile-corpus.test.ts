import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import {
  goodArchive,
  HOSTILE_PACKAGES,
  hostileArchive,
  oneOfEachCode,
  publicKey,
  type HostilePackage,
} from '@platform/package-format/corpus';
import type { Finding } from '@platform/package-format';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiFailure, type Published, publishPackage } from '@platform/cli';
import { DATABASE } from '../src/data/index.ts';
import { requestContext } from '../src/kernel/index.ts';
import { TestPlatform } from './support/platform.ts';
import { tracesOf } from './support/traces.ts';

const directory = mkdtempSync(join(tmpdir(), 'hostile-'));
const temporary = join(directory, 'tmp');
let platform: TestPlatform;
beforeAll(async () => {
  const key = join(directory, 'public.pem');
  writeFileSync(key, publicKey);
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  platform = await TestPlatform.start([], join(directory, 'data'), key);
});
afterAll(async () => {
  await platform.stop();
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
});

/** The codes of the errors that an answer names, or what it answered instead. */
const refusalOf = (request: Promise<unknown>): Promise<string[]> =>
  request.then(
    () => ['accepted'],
    (error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error;
      // A task tells its stage, and below it the findings.
      const details = error.details as Finding[] | { stage: string; cause: Finding[] } | undefined;
      if (details === undefined) return [error.code];
      const findings = Array.isArray(details) ? details : details.cause;
      return findings.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));
    },
  );

const file = (one: HostilePackage): string => {
  const { bytes, fileName } = hostileArchive(one);
  const path = join(directory, fileName);
  writeFileSync(path, bytes);
  return path;
};

/** One for each finding; the whole corpus takes a minute. */
const uploads = isLongRun ? HOSTILE_PACKAGES : oneOfEachCode();

describe('hostile packages are refused at upload with their finding, and leave nothing (design 4.3)', () => {
  it.each(Object.entries(uploads))('%s', async (_group, packages) => {
    const before = await tracesOf(platform);
    const wrong: unknown[] = [];
    for (const one of packages) {
      const codes = await refusalOf(platform.api.upload('/app/package/parse', file(one)));
      if (!codes.includes(one.code)) wrong.push([one.name, one.code, codes]);
    }
    expect(wrong).toEqual([]);
    expect(await tracesOf(platform)).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('the same findings refuse a package that was placed in storage and records afterwards (design 4.3, 4.4)', () => {
  let published: Published;
  beforeAll(async () => {
    const path = join(directory, 'hello-1.0.0.zip');
    writeFileSync(path, goodArchive());
    published = await publishPackage(platform.api, path);
  });

  /** One of each kind; those that are told by their name have none in the storage. */
  const chosen = Object.values(HOSTILE_PACKAGES).flatMap((packages) => packages.slice(-1));

  it.each(chosen.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    await exchange(published, hostileArchive(one).bytes);
    const before = readdirSync(platform.data, { recursive: true }).length;
    const deploy = `/app/version/${published.versionId}/deploy`;
    expect(await refusalOf(platform.api.post(deploy))).toContain(one.code);
    expect(await refusalOf(platform.api.post('/app/install', { appCode: 'hello' }))).toContain(one.code);
    expect(readdirSync(platform.data, { recursive: true })).toHaveLength(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  async function exchange({ versionId }: Published, bytes: Buffer): Promise<void> {
    const [stored] = globSync('files/**/*.zip', { cwd: platform.data });
    writeFileSync(join(platform.data, stored ?? expect.fail('Nothing is stored.')), bytes);
    const digest = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex');
    const { query } = platform.services.use(DATABASE);
    await requestContext.runIgnoringTenant(() =>
      query
        .updateTable('app_version')
        .set({
          package_size: bytes.length,
          package_md5: digest('md5'),
          package_sha256: digest('sha256'),
        })
        .where('version_id', '=', versionId)
        .execute(),
    );
  }
});
