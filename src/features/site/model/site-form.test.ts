import type { SiteField } from '@platform/host-api';
import { expect, it } from 'vitest';
import { blankForm, changeOf, fieldOf, formOf, shownOf } from './site-form.ts';

const nothing = {
  ...{ name: null, nameEn: null, description: null, copyright: null, icp: null },
  ...{ logo: null, favicon: null, backgroundImage: null, accent: null, watermark: null },
};
const valuesOf = (some: Partial<Record<SiteField, string>>) => ({ ...nothing, ...some });
const settings = {
  own: valuesOf({ name: 'Acme', accent: '#0f706a' }),
  inherited: valuesOf({ name: 'Platform', copyright: '© Platform' }),
};

it('shows the own value, else that of the platform', () => {
  const form = formOf(settings);
  expect(form).toMatchObject({ name: 'Acme', copyright: '' });
  expect(shownOf({ ...form, name: '  ' }, settings)).toMatchObject({
    name: 'Platform',
    copyright: '© Platform',
    accent: '#0f706a',
  });
});

it('sends what differs, and null for what is taken away', () => {
  expect(changeOf(formOf(settings), settings)).toEqual({});
  expect(changeOf({ ...formOf(settings), name: ' ', copyright: ' © Acme ' }, settings)).toEqual({
    name: null,
    copyright: '© Acme',
  });
});

it('knows the field of a setting', () => {
  expect([fieldOf('platform.logo'), fieldOf('platform.other'), fieldOf('hello.logo')]).toEqual([
    'logo',
    undefined,
    undefined,
  ]);
});

it('is a whole form before the stored values are there', () => {
  expect(changeOf(blankForm(), { own: nothing })).toEqual({});
  expect(shownOf(blankForm(), { inherited: nothing })).toEqual(blankForm());
});
