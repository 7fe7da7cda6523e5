import type { AppManifest } from '@platform/package-format';
import { describe, expect, it } from 'vitest';
import type { Install } from '../records/install-store.ts';
import { offerState } from './offer.ts';

const install = (status: Install['status'], version = '1.0.0'): Install => ({
  installId: 1,
  tenantId: '000000',
  appCode: 'hello',
  version,
  previousVersion: null,
  status,
  failure: status === 9 ? { stage: 'switch', code: 'X', message: 'it broke', fix: null } : null,
  installedAt: '',
  installedBy: null,
});
const manifest: AppManifest = { code: 'hello', name: 'Hello', version: '1.1.0', assets: {}, platform: '>=1' };
const facts = {
  latestVersion: '1.1.0',
  needs: manifest,
  platformVersion: '1.0.0',
  enabled: new Map<string, string>(),
};

describe('state of an application on offer (design 2.3)', () => {
  it.each([
    [undefined, 'notInstalled'],
    [install(1, '1.1.0'), 'installed'],
    [install(1, '1.0.0'), 'upgradable'],
    [install(0), 'disabled'],
    [install(2), 'installing'],
    [install(3), 'installing'],
  ] as const)('%o is %s', (row, state) => {
    expect(offerState({ ...facts, install: row })).toEqual({ state });
  });

  it('explains why the first installation failed', () => {
    expect(offerState({ ...facts, install: install(9) })).toMatchObject({
      state: 'failed',
      reason: 'it broke',
      reasonCode: 'X',
    });
  });

  it('explains why it cannot run here', () => {
    const later = { ...facts, install: undefined, platformVersion: '0.9.0' };
    expect(offerState(later)).toMatchObject({
      state: 'incompatible',
      reasonCode: 'PLATFORM_INCOMPATIBLE',
    });
    const needs = {
      ...facts,
      install: undefined,
      needs: { ...manifest, dependencies: { member: '^1.0.0' } },
    };
    expect(offerState(needs)).toEqual({
      state: 'incompatible',
      reason: 'It needs member ^1.0.0.',
      reasonCode: 'DEPENDENCY_MISSING',
      reasonParams: { case: 'offer', needs: 'member ^1.0.0', present: 'member –' },
      missing: [{ appCode: 'member', range: '^1.0.0', installed: null }],
    });
  });
});
