import type { AppManifest } from '@platform/package-format';
import { expect, it } from 'vitest';
import { Dependents } from './dependents.ts';

const manifest = (code: string, dependencies?: Record<string, string>): AppManifest =>
  ({ code, name: code, version: '1.0.0', dependencies }) as AppManifest;
const enabled: Record<string, readonly AppManifest[]> = {
  one: [manifest('shop', { member: '^1.0.0' }), manifest('notes')],
  two: [manifest('shop', { member: '^1.0.0' }), manifest('pay', { member: '>=1' })],
  none: [manifest('notes')],
};
const dependents = new Dependents({ manifests: async (tenantId) => [...(enabled[tenantId] ?? [])] });

it('are found in all tenants, each once', async () => {
  expect(await dependents.of('member', ['one', 'two', 'none'])).toEqual([
    { appCode: 'shop', range: '^1.0.0' },
    { appCode: 'pay', range: '>=1' },
  ]);
  expect(await dependents.of('member', ['one', 'two'], '2.0.0')).toEqual([
    { appCode: 'shop', range: '^1.0.0' },
  ]);
});

it('keep an application from being removed in their tenant', async () => {
  await expect(dependents.assertNone('member', 'two')).rejects.toMatchObject({
    ...{ code: 'APP_REQUIRED', status: 409, message: 'member is required by shop, pay.' },
    details: { dependents: [{ appCode: 'shop' }, { appCode: 'pay' }] },
  });
  await dependents.assertNone('member', 'none');
});

it('keep an application from being changed to a version that they do not accept', async () => {
  await expect(dependents.assertAccept('member', '2.0.0', ['one', 'two'])).rejects.toMatchObject({
    ...{ code: 'DEPENDENT_RANGE', status: 409, details: { dependents: { shop: '^1.0.0' } } },
    message: expect.stringContaining('member 2.0.0 is outside') as string,
  });
  await expect(dependents.assertAccept('member', '0.9.0', ['two'])).rejects.toThrow(
    'need: shop (needs ^1.0.0), pay (needs >=1).',
  );
  await dependents.assertAccept('member', '1.9.0', ['one', 'two']);
});
