import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

const MOST_STOPS = 60;

/** Somebody who has no pointer: every stop on the way must show where the focus is. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Presses Tab until the element has the focus. Fails when a stop is invisible or the element is
   * not reached.
   */
  async tabTo(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await this.#page.keyboard.press('Tab');
      const focus = await this.focus();
      if (focus.place === 'browser') continue;
      expect(focus, 'a stop that can be seen').toEqual({ place: focus.place, seen: true, marked: true });
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab did not reach ${wanted.toString()} within ${MOST_STOPS} stops.`);
  }

  /** Tabs to a button, link or option and presses it. */
  async press(wanted: Locator): Promise<void> {
    await this.tabTo(wanted);
    await this.#page.keyboard.press('Enter');
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.#page.keyboard.type(text);
  }

  /**
   * The place of the focus, whether it lies in the window, and whether a ring marks it or the
   * element that draws it.
   */
  focus(): Promise<{ place: string; seen: boolean; marked: boolean }> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return { place: 'browser', seen: false, marked: false };
      const drawn = [
        element,
        element.parentElement,
        element.parentElement?.parentElement,
        element.closest('.el-select__wrapper'),
        element.nextElementSibling,
      ].filter((candidate) => candidate instanceof HTMLElement);
      const marked = drawn
        .flatMap((candidate) => [getComputedStyle(candidate), getComputedStyle(candidate, '::after')])
        .some(
          ({ outlineStyle, outlineWidth, boxShadow }) =>
            (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
        );
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const seen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return { place: element.outerHTML.slice(0, 120), seen, marked };
    });
  }

  /** Waits for the focus to be on an area or something in it. */
  async expectWithin(area: Locator): Promise<void> {
    await expect
      .poll(() => area.evaluate((element) => element.contains(document.activeElement)), 'the focus is within')
      .toBe(true);
  }
}
