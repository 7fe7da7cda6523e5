import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { createDictionariesApi, type DictType } from '../api/dictionaries-api.ts';
import messages from '../i18n/en-US.ts';
import EntryImport from './EntryImport.vue';

const type = { dictId: 1, dictName: 'Cities', dictType: 'city' } as DictType;

async function opened() {
  const post = vi.fn(async (_path: string, { csv }: { csv: string; apply: boolean }) =>
    csv.includes('osl')
      ? { total: 5, findings: [{ line: 2, column: 'value', code: 'VALUE_TAKEN', value: 'osl' }] }
      : { total: 2, findings: [] },
  );
  const added = vi.fn();
  const http = { post } as never;
  const mounted = await mountPage(EntryImport, {
    ...{ messages: { dictionaries: messages }, http },
    props: { type, api: createDictionariesApi(http), modelValue: true, onAdded: added },
  });
  const drawer = () => document.querySelector<HTMLElement>('.el-drawer');
  const choose = async (text: string) => {
    const input = drawer()?.querySelector<HTMLInputElement>('input[type=file]');
    Object.defineProperty(input, 'files', { value: [new File([text], 'cities.csv')], configurable: true });
    input?.dispatchEvent(new Event('change'));
    await flushPromises();
  };
  const submit = () =>
    [...(drawer()?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent.trim() === 'Add entries',
    );
  return { ...mounted, post, added, drawer, choose, submit };
}

it('design 12: entries are imported after a check of each line', async () => {
  const { page, post, added, drawer, choose, submit, notices } = await opened();
  expect(drawer()?.textContent).toContain('Import entries of Cities');
  await choose('value,label\nosl,Oslo');
  expect(drawer()?.textContent).toContain('1 thing is wrong.');
  expect(drawer()?.textContent).toContain('cities.csv: 1 of 5 lines; the others are right.');
  expect(drawer()?.textContent).toContain('The dictionary has the value osl already.');
  expect(submit()?.disabled).toBe(true);
  await choose('value,label\nber,Berlin\npar,Paris');
  expect(drawer()?.textContent).toContain('cities.csv: 2 entries can be added.');
  expect(post.mock.lastCall).toEqual([
    '/system/dict/data/import',
    { dictType: 'city', csv: 'value,label\nber,Berlin\npar,Paris', apply: false },
  ]);
  submit()?.click();
  await flushPromises();
  expect(post.mock.lastCall?.[1].apply).toBe(true);
  expect(added).toHaveBeenCalledOnce();
  expect(page.emitted('update:modelValue')).toEqual([[false]]);
  expect(JSON.stringify(notices)).toContain('2 entries are added.');
  page.unmount();
});
