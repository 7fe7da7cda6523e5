import { expect, it } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import TablePager from './TablePager.vue';

it('keeps the focus on the step that leads to the last page, and goes no further', async () => {
  const wrapper = mountPart(TablePager, { props: { total: 30, pageNum: 1, pageSize: 20 } });
  const next = wrapper.get('.pager__steps button:last-child');
  const button = next.element as HTMLButtonElement;
  button.focus();
  await next.trigger('click');
  expect(wrapper.emitted('update:pageNum')).toEqual([[2]]);
  await wrapper.setProps({ pageNum: 2 });
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  await next.trigger('click');
  expect(wrapper.emitted('update:pageNum')).toHaveLength(1);
  wrapper.unmount();
});
