import type { AppManifest } from '@platform/package-format';
import { describe, expect, it } from 'vitest';
import { Compatibility } from './compatibility.ts';

const shell = { shared: { vue: '3.5.0' }, runtimeApi: '1.0.0' };
const compatibility = new Compatibility('1.2.0', shell, {
  versions: (tenantId) => new Map(tenantId === 'a' ? [['member', '1.0.0']] : []),
});
const manifest = (needs: Partial<AppManifest>): AppManifest =>
  ({ code: 'demo', name: 'Demo', version: '1.0.0', ...needs }) as AppManifest;

describe('a version', () => {
  it('runs on this host when platform and shell suit it', () => {
    compatibility.assertRunsHere(manifest({ platform: '^1.0.0', shared: { vue: '^3.0.0' } }));
    const check = (needs: Partial<AppManifest>) => () => compatibility.assertRunsHere(manifest(needs));
    const refused = (code: string) => expect.objectContaining({ code, status: 409 }) as Error;
    expect(check({ platform: '^2.0.0' })).toThrow(refused('PLATFORM_INCOMPATIBLE'));
    expect(check({ shared: { vue: '^2.0.0' } })).toThrow(refused('FRONTEND_INCOMPATIBLE'));
    // Its dependencies are a matter of each tenant.
    expect(check({ dependencies: { member: '^9.0.0' } })).not.toThrow();
  });

  it('runs for a tenant that has what it depends on', () => {
    const check = (tenantId: string, needs: Partial<AppManifest>) => () =>
      compatibility.assertRunsFor(tenantId, manifest(needs));
    const refused = (code: string) => expect.objectContaining({ code, status: 409 }) as Error;
    expect(check('a', { dependencies: { member: '^1.0.0' } })).not.toThrow();
    expect(check('b', { dependencies: { member: '^1.0.0' } })).toThrow(refused('DEPENDENCY_MISSING'));
    expect(check('a', { platform: '^2.0.0' })).toThrow(refused('PLATFORM_INCOMPATIBLE'));
    expect(check('a', { shared: { vue: '^2.0.0' } })).toThrow(refused('FRONTEND_INCOMPATIBLE'));
  });
});
