import { expect, it } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import TablePager from './TablePager.vue';

it('says that there are more rows than were counted, and then names no last page', async () => {
  const wrapper = mountPart(TablePager, { props: { total: 1000, pageNum: 2, pageSize: 20 } });
  expect(wrapper.text()).toContain('21–40 of 1,000');
  expect(wrapper.get('.pager__steps').text()).toBe('2 / 50');
  await wrapper.setProps({ exact: false });
  expect(wrapper.text()).toContain('21–40 of 1,000+');
  expect(wrapper.get('.pager__steps').text()).toBe('2');
  wrapper.unmount();
});

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
