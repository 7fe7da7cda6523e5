import { describe, expect, it, vi } from 'vitest';
import { withinSetup } from '@/shared/testing/within-setup';
import { useHelpKey } from './use-help-key.ts';

const push = vi.fn();
vi.mock('vue-router', () => ({ useRouter: () => ({ push }) }));

const press = (target: EventTarget, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true, ...more }));

describe('design 12: ? shows the shortcuts', () => {
  it('but not while somebody types, or with other keys held', () => {
    const { unmount } = withinSetup(() => useHelpKey());
    const input = document.body.appendChild(document.createElement('input'));
    press(input);
    press(document.body, { ctrlKey: true });
    expect(push).not.toHaveBeenCalled();
    press(document.body);
    expect(push).toHaveBeenCalledExactlyOnceWith({ path: '/system/help', query: { tab: 'shortcuts' } });
    unmount();
    press(document.body);
    expect(push).toHaveBeenCalledTimes(1);
    input.remove();
  });
});
