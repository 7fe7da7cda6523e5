import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import DataTable from './DataTable.vue';

afterEach(() => {
  document.body.innerHTML = '';
});

describe('DataTable', () => {
  const columns = [
    { key: 'name', label: 'Name', sortBy: 'name' },
    { key: 'size', label: 'Size' },
  ];
  const props = (load: unknown) => ({ id: 'apps', label: 'Applications', columns, rowKey: 'name', load });

  it('shows rows, and a dash for missing values', async () => {
    const load = vi.fn(async () => ({ total: 1, rows: [{ name: 'hello', size: null }] }));
    const wrapper = mountPart(DataTable, { props: props(load) });
    await flushPromises();
    expect(wrapper.findAll('tbody td').map((cell) => cell.text())).toEqual(['hello', '–']);
    expect(wrapper.text()).toContain('1–1 of 1');
  });

  it('tells a screen reader how many rows a filter has found, and nothing before', async () => {
    const load = vi.fn(async () => ({ total: 1, rows: [{ name: 'hello' }] }));
    const wrapper = mountPart(DataTable, { props: { ...props(load), filters: { name: undefined } } });
    const said = () => wrapper.get('[role=status]').text();
    await flushPromises();
    expect(said()).toBe('');
    await wrapper.setProps({ filters: { name: 'hel' } });
    await flushPromises();
    await vi.waitFor(() => expect(said()).toBe('1 in total'));
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('offers to select all rows once there are some: a tick before that would select none', async () => {
    const loaded = Promise.withResolvers<{ total: number; rows: object[] }>();
    const wrapper = mountPart(DataTable, { props: { ...props(() => loaded.promise), bulk: () => [] } });
    const all = wrapper.get<HTMLInputElement>('thead input[type=checkbox]');
    expect(all.element.disabled).toBe(true);
    loaded.resolve({ total: 1, rows: [{ name: 'hello' }] });
    await flushPromises();
    expect(all.element.disabled).toBe(false);
    await all.setValue(true);
    expect(wrapper.get<HTMLInputElement>('tbody input').element.checked).toBe(true);
  });

  it('sorts by a click on the header and announces it', async () => {
    const load = vi.fn(async (_query: object) => ({ total: 1, rows: [{ name: 'hello' }] }));
    const wrapper = mountPart(DataTable, { props: props(load) });
    await flushPromises();
    await wrapper.get('th button').trigger('click');
    await flushPromises();
    expect(load.mock.lastCall?.[0]).toMatchObject({ orderByColumn: 'name', isAsc: 'asc' });
    expect(wrapper.get('th').attributes('aria-sort')).toBe('ascending');
  });

  it('focuses the view that was saved or renamed: its button and its form are gone', async () => {
    const load = vi.fn(async () => ({ total: 1, rows: [{ name: 'hello' }] }));
    const wrapper = mountPart(DataTable, { props: { ...props(load), filters: { name: 'hel' } } });
    await flushPromises();
    const nameIt = async (button: string, name: string) => {
      await wrapper.get(`button[aria-label="${button}"]`).trigger('click');
      await wrapper.get('.save-view input').setValue(name);
      await wrapper.get('.save-view').trigger('submit');
      await flushPromises();
      return document.activeElement?.textContent?.trim();
    };
    expect(await nameIt('Save view', 'Mine')).toBe('Mine');
    expect(await nameIt('Rename view Mine', 'Ours')).toBe('Ours');
    wrapper.unmount();
  });

  const onPhone = () =>
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));

  it('on a phone, clears filters with an icon, so that the tools fit beside it', async () => {
    onPhone();
    const load = async () => ({ total: 1, rows: [{ name: 'hello' }] });
    const slots = { filters: '<input>' };
    const wrapper = mountPart(DataTable, { props: { ...props(load), filters: { name: 'hel' } }, slots });
    await flushPromises();
    vi.unstubAllGlobals();
    const clear = wrapper.get('.data-table__filters > button');
    expect([clear.text(), clear.attributes('aria-label')]).toEqual(['', 'Clear filters']);
    await clear.trigger('click');
    expect(wrapper.emitted('update:filters')).toEqual([[{ name: undefined }]]);
  });

  it('on a phone, where rows are cards, sorts by a menu', async () => {
    onPhone();
    const load = vi.fn(async (_query: object) => ({ total: 1, rows: [{ name: 'hello' }] }));
    const wrapper = mountPart(DataTable, { props: props(load) });
    await flushPromises();
    vi.unstubAllGlobals();
    expect(wrapper.find('th').exists()).toBe(false);
    const choose = async () => {
      await wrapper.get('button[aria-label="Sort"]').trigger('click');
      await flushPromises();
      const items = [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')];
      expect(items.map((item) => item.querySelector('.popup-menu__label')?.textContent)).toEqual(['Name']);
      items[0]?.click();
      await flushPromises();
      return load.mock.lastCall?.[0];
    };
    expect(await choose()).toMatchObject({ orderByColumn: 'name', isAsc: 'asc' });
    expect(await choose()).toMatchObject({ orderByColumn: 'name', isAsc: 'desc' });
  });

  it('shows the loading error, and retries', async () => {
    const load = vi
      .fn(async () => ({ total: 1, rows: [{ name: 'hello' }] }))
      .mockRejectedValueOnce(
        Object.assign(new Error('The database is down.'), { code: 'DB_DOWN', status: 503 }),
      );
    const wrapper = mountPart(DataTable, { props: props(load) });
    await flushPromises();
    expect(wrapper.get('[role="alert"]').text()).toContain('The database is down.');
    await wrapper.get('.error-panel__actions button').trigger('click');
    await flushPromises();
    expect(wrapper.find('[role="alert"]').exists()).toBe(false);
    expect(wrapper.text()).toContain('hello');
  });

  it('distinguishes an empty list from filters without a match', async () => {
    const load = vi.fn(async () => ({ total: 0, rows: [] }));
    const wrapper = mountPart(DataTable, { props: { ...props(load), emptyTitle: 'No tasks yet' } });
    await flushPromises();
    expect(wrapper.text()).toContain('No tasks yet');
    await wrapper.setProps({ filters: { name: 'zzz' } });
    await flushPromises();
    expect(wrapper.text()).toContain('Nothing matches');
  });

  it('keeps a place for “Save view”, so that nothing moves while somebody types', async () => {
    const load = async () => ({ total: 1, rows: [{ name: 'hello', size: 2 }] });
    const wrapper = mountPart(DataTable, { props: { ...props(load), filters: { name: undefined } } });
    await flushPromises();
    const parts = () => [...wrapper.get('.data-table__bar').element.children].map(({ tagName }) => tagName);
    expect(parts()).toEqual(['DIV', 'SPAN', 'SPAN']);
    await wrapper.setProps({ filters: { name: 'h' } });
    await flushPromises();
    expect(parts()).toEqual(['DIV', 'BUTTON', 'SPAN']);
    const save = () => wrapper.get('.data-table__bar > button');
    expect(save().attributes('aria-label')).toBe('Save view');
    await save().trigger('click');
    await wrapper.get('form').trigger('keydown', { key: 'Escape' });
    await flushPromises();
    expect(document.activeElement).toBe(save().element);
  });

  it('design 15.3: saves what is shown as a view, comes back to it, replaces and removes it', async () => {
    const load = vi.fn(async (_query: object) => ({ total: 1, rows: [{ name: 'hello', size: 2 }] }));
    const wrapper = mountPart(DataTable, {
      props: {
        ...props(load),
        filters: { name: 'hel', size: undefined },
        'onUpdate:filters': (filters: object) => void wrapper.setProps({ filters }),
      },
    });
    const button = (name: string) =>
      wrapper.findAll('button').find((each) => [each.text(), each.attributes('aria-label')].includes(name));
    await flushPromises();
    await wrapper.get('th button').trigger('click');
    await button('Save view')?.trigger('click');
    await wrapper.get('form input').setValue(' Hello first ');
    await wrapper.get('form').trigger('submit');
    expect(button('Hello first')?.attributes('aria-pressed')).toBe('true');
    expect(button('Save view')).toBeUndefined();
    expect(wrapper.get('[role=status]').text()).toBe('Hello first: Saved.');

    await button('All')?.trigger('click');
    await flushPromises();
    expect(load.mock.lastCall?.[0]).not.toHaveProperty('name');
    expect(load.mock.lastCall?.[0]).not.toHaveProperty('orderByColumn', 'name');
    expect(button('All')?.attributes('aria-pressed')).toBe('true');

    await button('Hello first')?.trigger('click');
    await flushPromises();
    expect(load.mock.lastCall?.[0]).toMatchObject({ name: 'hel', orderByColumn: 'name', isAsc: 'asc' });
    await button('Rename view Hello first')?.trigger('click');
    await flushPromises();
    await wrapper.get('.save-view input').setValue('Greetings');
    await wrapper.get('.save-view').trigger('submit');
    expect(button('Hello first')).toBeUndefined();
    expect(button('Greetings')?.attributes('aria-pressed')).toBe('true');
    await button('Remove view Greetings')?.trigger('click');
    expect(button('Hello first')).toBeUndefined();
    expect(button('All')).toBeUndefined();
    expect(wrapper.get('[role=status]').text()).toBe('Greetings: Deleted.');
  });
});
