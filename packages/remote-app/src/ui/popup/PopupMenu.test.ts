import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountPart } from '../testing/within-setup.ts';
import PopupMenu from './PopupMenu.vue';

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

describe('PopupMenu', () => {
  const menu = (run: () => void) =>
    mountPart(PopupMenu, {
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

  it('works by keyboard and returns the focus', async () => {
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

  it('closes on Escape without an action', async () => {
    const run = vi.fn();
    const wrapper = menu(run);
    await wrapper.get('button').trigger('click');
    await expect.poll(focused).toBe('Alpha');
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await flushPromises();
    expect(document.querySelector('.popup-menu')).toBeNull();
    expect(run).not.toHaveBeenCalled();
  });

  it('hears a key in the millisecond in which it opens, as quick tests send it', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1);
    const wrapper = menu(vi.fn());
    await wrapper.get('button').trigger('click');
    await flushPromises();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await flushPromises();
    expect(document.querySelector('.popup-menu')).toBeNull();
  });

  it('does nothing for a disabled item, by the pointer too', async () => {
    const run = vi.fn();
    const wrapper = menu(run);
    await wrapper.get('button').trigger('click');
    await expect.poll(focused).toBe('Alpha');
    document.querySelector<HTMLElement>('[aria-disabled="true"]')?.click();
    await flushPromises();
    expect(run).not.toHaveBeenCalled();
    expect(document.querySelector('.popup-menu')).not.toBeNull();
  });

  it('listens to the page only while it is open, since a list has one in each row', async () => {
    const listen = vi.spyOn(window, 'addEventListener');
    const wrapper = menu(() => undefined);
    expect(listen).not.toHaveBeenCalled();
    await wrapper.get('button').trigger('click');
    await expect.poll(focused).toBe('Alpha');
    document.querySelector('.popup-menu')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await flushPromises();
    expect(document.querySelector('.popup-menu')).not.toBeNull();
    document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await flushPromises();
    expect(document.querySelector('.popup-menu')).toBeNull();
    const ended = listen.mock.calls.map(
      ([, , options]) => (options as AddEventListenerOptions).signal?.aborted,
    );
    expect(ended).toEqual([true, true, true]);
    listen.mockRestore();
  });

  it.each(['resize', 'blur'])('closes on %s of the window', async (name) => {
    const wrapper = menu(() => undefined);
    await wrapper.get('button').trigger('click');
    await expect.poll(focused).toBe('Alpha');
    window.dispatchEvent(new Event(name));
    await flushPromises();
    expect(document.querySelector('.popup-menu')).toBeNull();
  });

  it('leaves nothing in the page when it is removed while open', async () => {
    const wrapper = menu(() => undefined);
    await wrapper.get('button').trigger('click');
    await expect.poll(focused).toBe('Alpha');
    wrapper.unmount();
    expect(document.querySelector('.popup-menu')).toBeNull();
    expect(() => document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }))).not.toThrow();
  });
});
