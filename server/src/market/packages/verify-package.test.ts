import { expect, it } from 'vitest';
import type { AppVersion } from '../records/version-store.ts';
import { verifyPackage, type PackageVerifier } from './verify-package.ts';

const asked: unknown[] = [];
const verifier = {
  inspector: {
    inspect: async (...given: unknown[]) => {
      asked.push(given);
      return { manifest: { version: '1.0.0' } };
    },
  },
  registry: { isInstalled: (code: string) => code === 'demo' },
} as unknown as PackageVerifier;
const version = (of: string): AppVersion => ({ appCode: 'demo', version: of }) as AppVersion;

it('accepts the package of a version, by the name and the application that it should have', async () => {
  expect(await verifyPackage(verifier, version('1.0.0'), '/a.zip')).toMatchObject({
    manifest: { version: '1.0.0' },
  });
  expect(asked).toEqual([
    ['/a.zip', { fileName: 'demo-1.0.0.zip', expectedCode: 'demo', isInstalled: true }],
  ]);
});

it('lets only an installed application keep a name that was reserved later', async () => {
  asked.length = 0;
  await verifyPackage(verifier, { ...version('1.0.0'), appCode: 'fresh' }, '/a.zip');
  expect(asked).toMatchObject([['/a.zip', { expectedCode: 'fresh', isInstalled: false }]]);
});

it('refuses the package of another version', async () => {
  await expect(verifyPackage(verifier, version('1.1.0'), '/a.zip')).rejects.toMatchObject({
    ...{ code: 'PACKAGE_CHECKSUM', status: 409, message: 'The stored package is 1.0.0, not 1.1.0.' },
  });
});
