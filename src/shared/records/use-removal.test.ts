import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { createNotices, noticesKey, type Notices } from '../feedback/index.ts';
import { ApiError, httpKey, type HttpClient } from '../http/index.ts';
import { mountShared } from '../testing/mount-shared.ts';
import NoticeStack from '../ui/NoticeStack.vue';
import { useRemoval, type Removals } from './use-removal.ts';

const OFFER = { changed: 1, undo: { undoId: 7, seconds: 10 } };

let notices: Notices;
let removals: Removals;
let post: ReturnType<typeof vi.fn>;
let wrapper: ReturnType<typeof mountShared>;

beforeEach(() => {
  vi.useFakeTimers();
  notices = createNotices();
  post = vi.fn(async () => undefined);
  const Inner = defineComponent({
    setup() {
      removals = useRemoval();
      return () => h(NoticeStack, { notices });
    },
  });
  const provide = { [httpKey as symbol]: { post } as unknown as HttpClient, [noticesKey as symbol]: notices };
  wrapper = mountShared(Inner, { provide });
});
afterEach(() => {
  wrapper.unmount();
  vi.useRealTimers();
});

const changed = vi.fn();
const remove = async (run = async (): Promise<typeof OFFER> => OFFER) => {
  changed.mockClear();
  await removals.remove({ done: 'Dev is removed.', run, changed });
  await flushPromises();
};
const words = () => notices.shown.value.map(({ text }) => text);
const press = (target: EventTarget, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true, ...more }),
  );

describe('design 12.1-3: a removal', () => {
  it('happens at once, and is undone by a button', async () => {
    await remove();
    expect(words()).toEqual(['Dev is removed.']);
    expect(changed).toHaveBeenCalledOnce();
    await wrapper.get('.notice__action').trigger('click');
    await flushPromises();
    expect(post).toHaveBeenCalledWith('/system/undo/7');
    expect(words()).toEqual(['It is back.']);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('is undone by a key, except while somebody types', async () => {
    await remove();
    const field = document.createElement('input');
    document.body.append(field);
    press(field);
    press(window, { shiftKey: true });
    expect(post).not.toHaveBeenCalled();
    press(window);
    press(window);
    await flushPromises();
    expect(post).toHaveBeenCalledOnce();
    field.remove();
  });

  it('offers it for ten seconds, also while the pointer is on the notice', async () => {
    await remove();
    notices.hold(true);
    vi.advanceTimersByTime(9_900);
    expect(words()).toEqual(['Dev is removed.']);
    vi.advanceTimersByTime(200);
    expect(words()).toEqual([]);
    press(window);
    expect(post).not.toHaveBeenCalled();
  });

  it('says why it was refused, and why it could not be undone', async () => {
    const refusal = (message: string) => new ApiError({ code: 'POST_IN_USE', status: 409, message });
    await remove(() => Promise.reject(refusal('Users have it.')));
    expect(words()).toEqual(['Users have it.']);
    expect(changed).not.toHaveBeenCalled();
    await remove();
    post.mockRejectedValueOnce(refusal('Its key is taken.'));
    press(window);
    await flushPromises();
    expect(words()).toEqual(['Users have it.', 'Its key is taken.']);
    expect(changed).toHaveBeenCalledOnce();
  });

  it('offers nothing where the server does not', async () => {
    await remove(async () => ({ changed: 2 }) as typeof OFFER);
    expect(wrapper.find('.notice__action').exists()).toBe(false);
    expect(words()).toEqual(['Dev is removed.']);
  });
});
