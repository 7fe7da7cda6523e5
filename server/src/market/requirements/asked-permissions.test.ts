import type { AppManifest } from '@platform/package-format';
import { expect, it } from 'vitest';
import { askedPermissions } from './asked-permissions.ts';

const manifest = (permissions?: AppManifest['permissions']) =>
  ({ code: 'demo', ...(permissions === undefined ? {} : { permissions }) }) as AppManifest;
const news = (wanted: AppManifest['permissions'], former?: AppManifest['permissions']) =>
  askedPermissions(manifest(wanted), former && manifest(former))
    .filter(({ isNew }) => isNew)
    .map(({ name }) => name);

it('design 15.5: names what is asked, with its targets', () => {
  expect(askedPermissions(manifest({ network: ['api.pay.example'], files: true }), undefined)).toEqual([
    { name: 'network', scope: ['api.pay.example'], isNew: true },
    { name: 'files', scope: [], isNew: true },
  ]);
  expect(askedPermissions(manifest(), undefined)).toEqual([]);
});

it('marks what is asked for the first time, or for more than before', () => {
  expect(news(['network'], ['network'])).toEqual([]);
  expect(news(['network', 'env'], ['network'])).toEqual(['env']);
  expect(news({ network: ['a.example'] }, { network: ['a.example', 'b.example'] })).toEqual([]);
  expect(news({ network: ['a.example', 'c.example'] }, { network: ['a.example'] })).toEqual(['network']);
  expect(news({ network: true }, { network: ['a.example'] })).toEqual(['network']);
  expect(news({ network: ['a.example'] }, { network: true })).toEqual([]);
});
