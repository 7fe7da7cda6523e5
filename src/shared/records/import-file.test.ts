import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import { groupFindings } from './import-findings.ts';
import ImportDrawer from './ImportDrawer.vue';
import { readText } from './read-text.ts';

const finding = (line: number, value: string) => ({ line, column: 'roles', code: 'ROLE_UNKNOWN', value });

it('design 12.1-7: names equal problems of a file once, with their lines', () => {
  const findings = [2, 3, 4, 7].map((line) => finding(line, 'boss')).toSpliced(1, 0, finding(2, 'chef'));
  const problem = { column: 'roles', code: 'ROLE_UNKNOWN' };
  expect(groupFindings(findings)).toEqual([
    { ...problem, value: 'boss', count: 4, lines: '2–4, 7' },
    { ...problem, value: 'chef', count: 1, lines: '2' },
  ]);
  const far = [2, 4, 6, 8, 10, 12].map((line) => finding(line, 'boss'));
  expect(groupFindings(far)[0]?.lines).toBe('2, 4, 6, 8, 10, …');
});

it.each([
  ['UTF-8', [0xef, 0xbb, 0xbf, 0xe5, 0x91, 0x98], '员'],
  ['UTF-16', [0xff, 0xfe, 0x58, 0x54], '员'],
  ['the encoding of Chinese Windows', [0xd6, 0xd0, 0xce, 0xc4], '中文'],
  ['no text: a workbook', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00], undefined],
])('reads %s', async (_name, bytes, text) =>
  expect(await readText(new Blob([new Uint8Array(bytes)]))).toBe(text),
);

it('says how columns are written, and that a workbook is no CSV file', async () => {
  const run = vi.fn(async () => ({ total: 0, findings: [] }));
  const wrapper = mountShared(ImportDrawer, {
    props: {
      ...{ modelValue: true, title: 'Import', text: 'A file', action: 'Add', template: 'users.csv' },
      ...{ columns: ['userName'], run, words: 'none', ready: () => '', hints: { roles: 'Keys or names' } },
    },
  });
  await flushPromises();
  expect(document.body.textContent).toContain('Keys or names');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const file = new File([new Uint8Array([0x50, 0x4b, 0])], 'users.xlsx');
  Object.defineProperty(input, 'files', { value: [file] });
  input?.dispatchEvent(new Event('change'));
  await vi.waitFor(() => expect(document.body.textContent).toContain('users.xlsx is no CSV file'));
  expect(run).not.toHaveBeenCalled();
  wrapper.unmount();
});
