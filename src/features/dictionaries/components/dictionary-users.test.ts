import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { createDictionariesApi } from '../api/dictionaries-api.ts';
import messages from '../i18n/en-US.ts';
import DictionaryUsers from './DictionaryUsers.vue';

it.each([
  [['guides', 'tours'], 'Used by guides, tours', ['/installed/list/guides', '/installed/list/tours']],
  [[], 'Not used by any installed application', []],
])('design 12: names the applications that use a dictionary: %j', async (codes, words, links) => {
  const get = async (path: string) => {
    expect(path).toBe('/app/runtime/dictionaries/tour_state/uses');
    return codes.map((appCode) => ({ appCode, parts: ['backend'] }));
  };
  const http = { get } as never;
  const { page } = await mountPage(DictionaryUsers, {
    ...{ messages: { dictionaries: messages }, http },
    props: { api: createDictionariesApi(http), dictType: 'tour_state' },
  });
  expect(page.text().replaceAll(/\s+/g, ' ').replaceAll(' ,', ',')).toBe(words);
  expect(page.findAll('a').map((link) => link.attributes('href'))).toEqual(links);
  page.unmount();
});
