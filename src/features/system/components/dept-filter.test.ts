import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import DeptFilter from './DeptFilter.vue';

it('above a list the departments are folded, name the chosen one, and fold again after a choice', async () => {
  const { page } = await mountPage(DeptFilter, {
    messages: { system: messages },
    props: { depts: [{ deptId: 5, parentId: 0, deptName: 'Sales', orderNum: 1 }], modelValue: undefined },
    http: {},
  });
  const [fold, , sales] = page.findAll('button');
  expect(fold?.attributes('aria-expanded')).toBe('false');
  expect(fold?.text()).toContain('Everybody');

  await fold?.trigger('click');
  expect(fold?.attributes('aria-expanded')).toBe('true');
  await sales?.trigger('click');
  expect(fold?.attributes('aria-expanded')).toBe('false');
  expect(page.findComponent(DeptFilter).emitted('update:modelValue')).toEqual([[5]]);
});
