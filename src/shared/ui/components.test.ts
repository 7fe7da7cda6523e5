import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import { createConfirmService } from '../feedback/index.ts';
import { ApiError } from '../http/index.ts';
import { mountShared } from '../testing/mount-shared.ts';
import ConfirmDialog from './ConfirmDialog.vue';
import DataTable from './DataTable.vue';
import PopupMenu from './PopupMenu.vue';
import StateTag from './StateTag.vue';
import SubmitButton from './SubmitButton.vue';

afterEach(() => {
  document.body.innerHTML = '';
  localStorage.clear();
});

describe('SubmitButton', () => {
  it('does nothing more while it is busy', async () => {
    const wrapper = mountShared(SubmitButton, { props: { busy: false } });
    await wrapper.trigger('click');
    await wrapper.setProps({ busy: true });
    await wrapper.trigger('click');
    expect(wrapper.emitted('press')).toHaveLength(1);
    expect(wrapper.attributes('aria-busy')).toBe('true');
  });
});

describe('StateTag', () => {
  it('says the state in a word beside its colour', () => {
    const wrapper = mountShared(StateTag, { props: { state: 'notLoaded' } });
    expect(wrapper.text()).toBe('Not loaded');
    expect(wrapper.find('svg').exists()).toBe(true);
  });
});

describe('DataTable', () => {
  const columns = [
    { key: 'name', label: 'Name', sortBy: 'name' },
    { key: 'size', label: 'Size' },
  ];
  const props = (load: unknown) => ({ id: 'apps', label: 'Applications', columns, rowKey: 'name', load });

  it('shows rows, and a dash for what is not there', async () => {
    const load = vi.fn(async () => ({ total: 1, rows: [{ name: 'hello', size: null }] }));
    const wrapper = mountShared(DataTable, { props: props(load) });
    await flushPromises();
    expect(wrapper.findAll('tbody td').map((cell) => cell.text())).toEqual(['hello', '–']);
    expect(wrapper.text()).toContain('1–1 of 1');
  });

  it('sorts by a press on the head and says so', async () => {
    const load = vi.fn(async (_query: object) => ({ total: 1, rows: [{ name: 'hello' }] }));
    const wrapper = mountShared(DataTable, { props: props(load) });
    await flushPromises();
    await wrapper.get('th button').trigger('click');
    await flushPromises();
    expect(load.mock.lastCall?.[0]).toMatchObject({ orderByColumn: 'name', isAsc: 'asc' });
    expect(wrapper.get('th').attributes('aria-sort')).toBe('ascending');
  });

  it('shows why it could not load, and tries again', async () => {
    const load = vi
      .fn(async () => ({ total: 1, rows: [{ name: 'hello' }] }))
      .mockRejectedValueOnce(
        new ApiError({ code: 'DB_DOWN', status: 503, message: 'The database is down.' }),
      );
    const wrapper = mountShared(DataTable, { props: props(load) });
    await flushPromises();
    expect(wrapper.get('[role="alert"]').text()).toContain('The database is down.');
    await wrapper.get('.error-panel__actions button').trigger('click');
    await flushPromises();
    expect(wrapper.find('[role="alert"]').exists()).toBe(false);
    expect(wrapper.text()).toContain('hello');
  });

  it('tells an empty list from filters that match nothing', async () => {
    const load = vi.fn(async () => ({ total: 0, rows: [] }));
    const wrapper = mountShared(DataTable, { props: { ...props(load), emptyTitle: 'No tasks yet' } });
    await flushPromises();
    expect(wrapper.text()).toContain('No tasks yet');
    await wrapper.setProps({ filters: { name: 'zzz' } });
    await flushPromises();
    expect(wrapper.text()).toContain('Nothing matches');
  });
});

describe('PopupMenu', () => {
  const menu = (run: () => void) =>
    mountShared(PopupMenu, {
      props: {
        label: 'More',
        items: [
          { key: 'a', label: 'Alpha', run: () => undefined },
          { key: 'b', label: 'Beta', run },
          { key: 'c', label: 'Gone', disabled: true, run },
        ],
      },
      slots: { default: 'open' },
    });
  const focused = () => document.activeElement?.textContent?.trim();

  it('is worked by keyboard and gives the focus back', async () => {
    const run = vi.fn();
    const wrapper = menu(run);
    await wrapper.get('button').trigger('keydown', { key: 'ArrowDown' });
    await flushPromises();
    expect(focused()).toBe('Alpha');
    const list = document.querySelector('.popup-menu');
    list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    expect(focused()).toBe('Beta');
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await flushPromises();
    expect(run).toHaveBeenCalledOnce();
    expect(document.querySelector('.popup-menu')).toBeNull();
    expect(document.activeElement).toBe(wrapper.get('button').element);
  });

  it('closes on Escape without doing anything', async () => {
    const run = vi.fn();
    const wrapper = menu(run);
    await wrapper.get('button').trigger('click');
    await flushPromises();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await flushPromises();
    expect(document.querySelector('.popup-menu')).toBeNull();
    expect(run).not.toHaveBeenCalled();
  });
});

describe('ConfirmDialog', () => {
  const submit = () => document.querySelector<HTMLButtonElement>('.submit-button');
  const press = async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await flushPromises();
  };

  it('needs the code typed where data is lost', async () => {
    const service = createConfirmService();
    mountShared(ConfirmDialog, { props: { service } });
    const answer = service.ask({
      title: 'Remove hello?',
      action: 'Remove hello',
      danger: true,
      typed: 'hello',
    });
    await flushPromises();
    expect(submit()?.disabled).toBe(true);
    const field = document.querySelector<HTMLInputElement>('.confirm input');
    if (field) field.value = 'hello';
    field?.dispatchEvent(new Event('input'));
    await flushPromises();
    expect(submit()?.disabled).toBe(false);
    await press();
    expect(await answer).toBe(true);
  });

  it('stays open with the reason when the work fails', async () => {
    const service = createConfirmService();
    mountShared(ConfirmDialog, { props: { service } });
    const broken = ref(true);
    const answer = service.ask({
      title: 'Disable hello?',
      action: 'Disable hello',
      run: async () => {
        if (broken.value)
          throw new ApiError({ code: 'APP_BUSY', status: 409, message: 'hello is being upgraded.' });
      },
    });
    await flushPromises();
    await press();
    expect(document.body.textContent).toContain('hello is being upgraded.');
    broken.value = false;
    await press();
    expect(await answer).toBe(true);
  });
});
