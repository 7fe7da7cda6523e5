import { mount } from '@vue/test-utils';
import { defineComponent, h, nextTick, ref, withDirectives } from 'vue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFrameParts } from './frame-parts.ts';

const withMenu = ref(true);
const shown = () => document.querySelector('.frame')?.textContent;

function open() {
  const place = document.body.appendChild(document.createElement('div'));
  const fights: boolean[] = [];
  const Frame = defineComponent({
    setup() {
      const vFramePart = useFrameParts((last) => fights.push(last));
      return () =>
        h('div', { class: 'frame' }, [
          withMenu.value ? withDirectives(h('aside', 'menu'), [[vFramePart]]) : undefined,
          withDirectives(h('header', 'bar'), [[vFramePart]]),
          withDirectives(h('main', 'page'), [[vFramePart]]),
        ]);
    },
  });
  return { frame: mount(Frame, { attachTo: place }), fights };
}
const part = (name: string) => document.querySelector<HTMLElement>(name) as HTMLElement;
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  withMenu.value = true;
  document.body.replaceChildren();
  document.body.removeAttribute('style');
});

describe('design 9.6-36: parts of the frame', () => {
  it.each([
    ['are taken out', () => document.querySelectorAll('aside, header').forEach((one) => one.remove())],
    ['are wiped away', () => (document.body.innerHTML = '<h1>Mine</h1>')],
    ['go with the body', () => document.body.replaceWith(document.createElement('body'))],
  ])('are restored in order when they %s', async (_how, harm) => {
    const { frame, fights } = open();
    harm();
    await settle();
    expect(shown()).toBe('menubarpage');
    expect(fights).toEqual([]);
    frame.unmount();
  });

  it('are removed with their component', async () => {
    const { frame } = open();
    withMenu.value = false;
    await nextTick();
    await settle();
    expect(shown()).toBe('barpage');
    frame.unmount();
    await settle();
    expect(shown()).toBeUndefined();
  });

  it('are shown and reachable again after they were hidden', async () => {
    const { frame } = open();
    part('aside').style.display = 'none';
    part('header').hidden = true;
    part('main').inert = true;
    document.body.setAttribute('inert', '');
    document.body.style.cssText = 'opacity: 0; overflow: hidden';
    await settle();
    expect(part('aside').getAttribute('style') ?? '').toBe('');
    expect([part('header').hidden, part('main').hasAttribute('inert')]).toEqual([false, false]);
    expect(document.body.hasAttribute('inert')).toBe(false);
    // Attributes that Element Plus sets while a dialog is open stay.
    expect([document.body.style.opacity, document.body.style.overflow]).toEqual(['', 'hidden']);
    frame.unmount();
  });
});

describe('findings: remotes 5: a conflict over the frame', () => {
  /** Takes the menu out as often as it is there, as an application's observer does. */
  function takeOut(): MutationObserver {
    const taking = new MutationObserver(() => document.querySelector('aside')?.remove());
    taking.observe(document.body, { childList: true, subtree: true });
    return taking;
  }

  it('ends after a few rounds, and restores the part once the application is ended', async () => {
    const { frame, fights } = open();
    const taking = takeOut();
    part('aside').remove();
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
    expect(fights).toEqual([false]);
    taking.disconnect();
    // Soon: an application that is opened meanwhile could not be stopped.
    await vi.advanceTimersByTimeAsync(50);
    expect(shown()).toBe('menubarpage');
    part('aside').remove();
    await settle();
    expect(shown()).toBe('menubarpage');
    frame.unmount();
  });

  it('that starts again is given up, so that the page stays responsive', async () => {
    const { frame, fights } = open();
    const taking = takeOut();
    part('aside').remove();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fights).toEqual([false, true]);
    taking.disconnect();
    frame.unmount();
  });

  it('is one on a slow machine, too, where few rounds fit into a second; now and then is none', async () => {
    const { frame, fights } = open();
    const take = async (times: number, pauseMs: number): Promise<void> => {
      for (let turn = 0; turn < times; turn++) {
        part('aside')?.remove();
        await settle();
        await vi.advanceTimersByTimeAsync(pauseMs);
      }
    };
    await take(60, 600);
    expect(fights).toEqual([]);
    await take(30, 300);
    expect(fights).toEqual([false]);
    frame.unmount();
  });
});
