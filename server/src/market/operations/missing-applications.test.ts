import { expect, it } from 'vitest';
import { INSTALL } from '../records/install-store.ts';
import { DEPRECATED, PUBLISHED, type AppVersion } from '../records/version-store.ts';
import { missingApplications, type DependencySources } from './dependency-resolution.ts';

type Needs = Readonly<Record<string, string>>;

/** Applications on offer: what each version needs, by code and version. */
type Offers = Readonly<Record<string, Readonly<Record<string, Needs>>>>;

const versionOf = (appCode: string, version: string, dependencies?: Needs, status = PUBLISHED): AppVersion =>
  ({ appCode, version, status, manifestJson: JSON.stringify({ dependencies }) }) as AppVersion;

interface Tenant {
  readonly enabled?: Readonly<Record<string, string>>;
  readonly disabled?: string;
  readonly deprecated?: string;
  readonly unlisted?: string;
}

async function missing(needs: Needs | undefined, offers: Offers, tenant: Tenant = {}): Promise<string[]> {
  const sources = {
    enabled: { versions: () => new Map(Object.entries(tenant.enabled ?? {})) },
    registry: {
      of: () => [
        { appCode: tenant.disabled, status: INSTALL.disabled },
        { appCode: 'base', status: INSTALL.failed },
      ],
    },
    source: {
      listing: async (code: string) => code in offers && { status: code === tenant.unlisted ? 0 : 1 },
      versions: async (code: string) =>
        Object.entries(offers[code] ?? {}).map(([version, needed]) =>
          versionOf(code, version, needed, version === tenant.deprecated ? DEPRECATED : PUBLISHED),
        ),
    },
  } as unknown as DependencySources;
  const found = await missingApplications(sources, 'acme', versionOf('shop', '1.0.0', needs));
  return found.map(({ appCode, version }) => `${appCode} ${version}`);
}

const base = { base: { '1.0.0': {}, '1.4.0': {}, '2.0.0': {} } };

it('are chosen in the highest version in range, deprecated ones last, after their own', async () => {
  expect(await missing(undefined, {})).toEqual([]);
  expect(await missing({ base: '^1.0.0' }, base)).toEqual(['base 1.4.0']);
  expect(await missing({ base: '^1.0.0' }, base, { deprecated: '1.4.0' })).toEqual(['base 1.0.0']);
  const offers = { ...base, crm: { '1.0.0': { base: '^1.0.0' } } };
  expect(await missing({ crm: '*', base: '^1.2.0' }, offers)).toEqual(['base 1.4.0', 'crm 1.0.0']);
});

it('are not those that are enabled in range', async () => {
  expect(await missing({ base: '^1.0.0' }, base, { enabled: { base: '1.0.0' } })).toEqual([]);
});

it.each<readonly [string, Needs, Offers, Tenant, string]>([
  [
    'is enabled in another version',
    { base: '^2.0.0' },
    base,
    { enabled: { base: '1.0.0' } },
    'version 1.0.0 is enabled here',
  ],
  [
    'another one takes in another version',
    { crm: '*', base: '^2.0.0' },
    { ...base, crm: { '1.0.0': { base: '^1.0.0' } } },
    {},
    'version 1.4.0 is what another of these applications takes',
  ],
  ['is disabled', { base: '*' }, base, { disabled: 'base' }, 'it is disabled here'],
  ['is not offered', { base: '*' }, {}, {}, 'it is not offered'],
  ['is not listed', { base: '*' }, base, { unlisted: 'base' }, 'it is not offered'],
  ['is not in range', { base: '^3.0.0' }, base, {}, 'only 2.0.0, 1.4.0, 1.0.0 is offered'],
])('cannot be found where one %s', async (_what, needs, offers, tenant, reason) => {
  await expect(missing(needs, offers, tenant)).rejects.toMatchObject({
    code: 'DEPENDENCY_UNAVAILABLE',
    message: `shop 1.0.0 needs base ${needs['base']}, and ${reason}.`,
    details: { appCode: 'base', range: needs['base'] },
  });
});

it('cannot be found in a cycle, which is named', async () => {
  const offers = { crm: { '1.0.0': { base: '*' } }, base: { '1.0.0': { crm: '*' } } };
  await expect(missing({ crm: '*' }, offers)).rejects.toMatchObject({
    code: 'DEPENDENCY_CYCLE',
    details: { cycle: ['shop', 'crm', 'base', 'crm'] },
  });
});
