import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import DepartmentsPage from '../pages/list.vue';

async function opened(permissions = ['system:dept:add']) {
  const post = vi.fn(async (_path: string, { csv }: { csv: string; apply: boolean }) =>
    csv.includes('Law')
      ? {
          total: 2,
          findings: [
            { line: 2, column: 'department', code: 'DEPT_PARENT_UNKNOWN', value: 'Law' },
            { line: 3, column: 'enabled', code: 'YES_NO_INVALID', value: 'perhaps' },
          ],
        }
      : { total: 2, findings: [] },
  );
  const list = vi.fn(async () => ({ total: 0, rows: [] }));
  const http = { post, list } as never;
  const mounted = await mountPage(DepartmentsPage, {
    messages: { departments: messages },
    permissions,
    http,
  });
  const button = (label: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label);
  const drawer = () => document.querySelector<HTMLElement>('.el-drawer:has(input[type=file])');
  const choose = async (text: string) => {
    const input = drawer()?.querySelector<HTMLInputElement>('input[type=file]');
    Object.defineProperty(input, 'files', { value: [new File([text], 'firm.csv')], configurable: true });
    input?.dispatchEvent(new Event('change'));
    await flushPromises();
  };
  return { ...mounted, post, list, button, drawer, choose };
}

it('design 12: departments are imported after a check of each line', async () => {
  const { page, post, list, button, drawer, choose, notices } = await opened();
  button('Import')?.click();
  await flushPromises();
  expect(drawer()?.textContent).toContain('Import departments');
  await choose('department,enabled\nLaw/Patents,\nSales,perhaps');
  expect(drawer()?.textContent).toContain('2 things are wrong.');
  expect(drawer()?.textContent).not.toContain('the others are right');
  expect(drawer()?.textContent).toContain('There is no department “Law”: add a line for it.');
  expect(drawer()?.textContent).toContain('Write yes or no instead of “perhaps”.');
  expect(button('Add departments')?.disabled).toBe(true);
  const csv = 'department\nSales/North\nSales';
  await choose(csv);
  expect(drawer()?.textContent).toContain('firm.csv: 2 departments can be added.');
  expect(post.mock.lastCall).toEqual(['/system/dept/import', { csv, apply: false }]);
  const reads = list.mock.calls.length;
  const answer = Promise.withResolvers<never>();
  post.mockReturnValueOnce(answer.promise);
  button('Add departments')?.click();
  await flushPromises();
  expect(drawer()?.textContent).toContain('Adding 2 records …');
  answer.resolve({ total: 2, findings: [] } as never);
  await flushPromises();
  expect(drawer()?.textContent ?? '').not.toContain('Adding 2 records …');
  expect(post.mock.lastCall).toEqual(['/system/dept/import', { csv, apply: true }]);
  expect(list.mock.calls.length).toBe(reads + 1);
  expect(JSON.stringify(notices)).toContain('2 departments are added.');
  page.unmount();
});

it('an import of departments is offered to those who may add one', async () => {
  const { page, button } = await opened([]);
  expect(button('Import')).toBeUndefined();
  page.unmount();
});
