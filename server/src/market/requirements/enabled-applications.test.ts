import { expect, it } from 'vitest';
import type { Placement } from '../disk/placement.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { VersionStore } from '../records/version-store.ts';
import { EnabledApplications } from './enabled-applications.ts';

const installs = [
  { appCode: 'placed', version: '1.0.0' },
  { appCode: 'elsewhere', version: '2.0.0' },
  { appCode: 'forgotten', version: '3.0.0' },
];
const asked: unknown[] = [];
const enabled = new EnabledApplications(
  { enabledIn: (tenantId: string) => (tenantId === 'a' ? installs : []) } as unknown as InstallRegistry,
  {
    record: (code: string) => (code === 'placed' ? { version: '1.1.0' } : undefined),
  } as unknown as Placement,
  {
    manifests: async (wanted: ReadonlyArray<{ appCode: string; version: string }>) => {
      asked.push(...wanted.map(({ appCode, version }) => `${appCode}@${version}`));
      return new Map(
        wanted
          .filter(({ appCode }) => appCode !== 'forgotten')
          .map(({ appCode, version }) => [
            `${appCode}@${version}`,
            { manifestJson: JSON.stringify({ code: appCode, version }) },
          ]),
      );
    },
  } as unknown as VersionStore,
);

it('have the version that is placed on this host, else the one that was installed', () => {
  expect([...enabled.versions('a')]).toEqual([
    ['placed', '1.1.0'],
    ['elsewhere', '2.0.0'],
    ['forgotten', '3.0.0'],
  ]);
  expect(enabled.versions('b').size).toBe(0);
});

it('have the manifests of these versions, as far as they are known', async () => {
  expect((await enabled.manifests('a')).map(({ code, version }) => `${code} ${version}`)).toEqual([
    'placed 1.1.0',
    'elsewhere 2.0.0',
  ]);
  expect(asked).toEqual(['placed@1.1.0', 'elsewhere@2.0.0', 'forgotten@3.0.0']);
});
