import { expect, it } from 'vitest';
import { nextTick } from 'vue';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { ShownLine } from '@/shared/logs/use-host-log.ts';
import messages from '../i18n/en-US.ts';
import LogLines from './LogLines.vue';

const LINE = 20;
const VIEW = 100;

const linesUpTo = (count: number): ShownLine[] =>
  Array.from({ length: count }, (_none, key) => ({
    key,
    time: '2026-11-27T10:00:00.000Z',
    level: 'info',
    logger: 'platform',
    message: `line ${key}`,
  }));

/** The page with `count` lines, in a view whose lines have a height: there is no layout here. */
async function setup(count: number) {
  const props = { lines: linesUpTo(count), earlier: false };
  const { page } = await mountPage(LogLines, { messages: { logs: messages }, http: {}, props });
  const view = page.get('[role=log]').element;
  let top = 0;
  Object.defineProperties(view, {
    clientHeight: { value: VIEW },
    scrollHeight: { get: () => view.childElementCount * LINE },
    scrollTop: {
      get: () => top,
      set: (to: number) => {
        top = Math.min(to, view.scrollHeight - VIEW);
      },
    },
  });
  const add = async (to: number) => {
    await page.setProps({ lines: linesUpTo(to) });
    await nextTick();
  };
  const scroll = async (to: number) => {
    view.scrollTop = to;
    await page.get('[role=log]').trigger('scroll');
  };
  const button = () => (page.find('button').exists() ? page.get('button').text() : undefined);
  return { view, add, scroll, button, leave: () => page.unmount() };
}

it('follows the newest lines, and stands still where the person scrolls to', async () => {
  const { view, add, scroll, button, leave } = await setup(20);
  await add(25);
  expect([view.scrollTop, button()]).toEqual([25 * LINE - VIEW, undefined]);
  await scroll(200);
  await add(30);
  expect([view.scrollTop, button()]).toEqual([200, 'To the end, 5 new']);
  await scroll(30 * LINE);
  await add(31);
  expect([view.scrollTop, button()]).toEqual([31 * LINE - VIEW, undefined]);
  leave();
});

it('a line that comes before the event of a scroll does not pull the view back to the end', async () => {
  const { view, add, button, leave } = await setup(20);
  await add(25);
  view.scrollTop = 200;
  await add(26);
  expect([view.scrollTop, button()]).toEqual([200, 'To the newest line']);
  leave();
});

it('the first pixels of a smooth scroll hold the lines', async () => {
  const { view, add, scroll, button, leave } = await setup(20);
  await add(25);
  await scroll(25 * LINE - VIEW - 5);
  await add(26);
  expect([view.scrollTop, button()]).toEqual([25 * LINE - VIEW - 5, 'To the end, 1 new']);
  leave();
});
