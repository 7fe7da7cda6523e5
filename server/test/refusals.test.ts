import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiFailure } from '@platform/cli';
import { TestPlatform } from './support/platform.ts';
import { repack, type PackageFiles, type Repack } from './support/repack.ts';
import { Samples } from './support/samples.ts';
import { tracesOf } from './support/traces.ts';

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly fix: string;
}

const samples = await Samples.build();
let platform: TestPlatform;
beforeAll(async () => void (platform = await TestPlatform.start()));
afterAll(async () => {
  await platform.remove();
  samples.remove();
});

const manifest =
  (change: (json: Record<string, unknown>) => void) =>
  (files: PackageFiles): void => {
    const json = JSON.parse(files.get('app.json')?.toString() ?? '{}') as Record<string, unknown>;
    change(json);
    files.set('app.json', Buffer.from(JSON.stringify(json)));
  };

const refused: Array<{ title: string; code: string; changes: Repack; name?: string; says?: RegExp }> = [
  {
    title: 'spec: Errors/upload under enforce, unsigned package',
    code: 'PACKAGE_UNSIGNED',
    says: /unsigned/i,
    changes: { after: (files) => void files.delete('signature.txt') },
  },
  {
    title: 'spec: Errors/upload under enforce, bad signature',
    code: 'PACKAGE_SIGNATURE_INVALID',
    says: /signature verification failed/i,
    changes: {
      after: (files) => {
        const migration = files.get('migrations/02-create-hello-seed-data.sql') ?? Buffer.alloc(0);
        files.set('migrations/02-create-hello-seed-data.sql', Buffer.concat([migration, Buffer.from(' ')]));
      },
    },
  },
  {
    title: 'spec: Errors/version not of x.y.z form at upload',
    code: 'MANIFEST_VERSION_INVALID',
    changes: { before: manifest((json) => void (json['version'] = '1.0')) },
  },
  {
    title: 'spec: Errors/package not ending .zip; Package layout, a forbidden extension in the frontend',
    code: 'ENTRY_EXTENSION_FORBIDDEN',
    changes: { before: (files) => void files.set('frontend/setup.exe', Buffer.from('MZ')) },
  },
  {
    title: 'spec: Package layout/only one jar',
    code: 'BACKEND_SECOND_JAR',
    changes: { before: (files) => void files.set('backend/other-1.0.0.jar', Buffer.from('PK')) },
  },
  {
    title: 'spec: Package layout/no wrapping directory',
    code: 'PACKAGE_WRAPPED',
    changes: { rename: (path) => `hello-1.0.0/${path}` },
  },
  {
    title: 'spec: Errors/package not ending .zip; Limits/manifest read limit',
    code: 'MANIFEST_TOO_LARGE',
    changes: { before: manifest((json) => void (json['description'] = 'x'.repeat(2 * 1024 * 1024))) },
  },
  {
    title: 'spec: Errors/package not ending .zip; Limits/package file name',
    code: 'PACKAGE_NOT_ZIP',
    name: 'hello-1.0.0.rar',
    changes: {},
  },
];

describe('an upload is refused and leaves nothing', () => {
  it.each(refused)('$title', async ({ code, says, changes, name = 'hello-1.0.0.zip' }) => {
    const file = await repack(samples.hello, samples.directory, name, changes);
    const before = await tracesOf(platform);
    const failure = await platform.api.upload('/app/package/parse', file).then(
      () => expect.fail('The package was accepted.'),
      (error: ApiFailure) => error,
    );
    const findings = (failure.details as Finding[]).filter(({ severity }) => severity === 'error');
    const finding = findings.find((candidate) => candidate.code === code);
    expect(finding, JSON.stringify(findings)).toBeDefined();
    expect(finding?.fix).not.toBe('');
    if (says) expect(failure.message).toMatch(says);
    expect(await tracesOf(platform)).toEqual(before);
  });

  it('accepts the unchanged package', async () => {
    const file = await repack(samples.hello, samples.directory, 'hello-1.0.0.zip', {});
    expect(await platform.api.upload('/app/package/parse', file)).toMatchObject({
      appCode: 'hello',
      version: '1.0.0',
    });
  });
});
