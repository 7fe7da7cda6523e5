import type { Router } from 'vue-router';
import type { Painted } from './stopwatch.ts';

/** Steps of a person on the page of a list; undefined where the page has no such thing. */
export interface ListSteps {
  /** Paths of the host's pages, from the menus. */
  readonly paths: () => string[];
  readonly open: (path: string) => Promise<Painted>;
  /** Types a part of the last row's name, as if by its last key. */
  readonly search: () => Promise<Painted> | undefined;
  readonly next: () => Promise<Painted> | undefined;
  readonly sort: () => Promise<Painted> | undefined;
  readonly resize: (rows: number) => Promise<Painted> | undefined;
  /** Opens the first row, in a page or drawer. */
  readonly record: () => Promise<Painted> | undefined;
  readonly clearSearch: () => Promise<Painted> | undefined;
  /** Goes to a page without waiting for it. */
  readonly go: (path: string) => Promise<unknown>;
  readonly hasRows: () => boolean;
  readonly closeTabs: () => Promise<void>;
  /** Whether nothing is loading. */
  readonly isStill: () => boolean;
}

declare global {
  interface Window {
    listSteps: ListSteps;
  }
}

/** Gives the page its steps; runs in it, after the stopwatch. */
export function installListSteps(): void {
  const { time } = window.stopwatch;
  const ROWS = '.data-row, .tree-table tbody tr';
  /** Actions that change nothing by themselves. */
  const HARMLESS = /^(Show|Open|Edit|Change|Details|Permissions|Runs)\b/;
  const find = <E extends HTMLElement>(selector: string): E | undefined =>
    document.querySelector<E>(`main :is(${selector})`) ?? undefined;
  const all = (selector: string): HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>(`main :is(${selector})`),
  ];
  const app = document.querySelector('#app') as unknown as {
    __vue_app__: { config: { globalProperties: { $router: Router } } };
  };
  const router = app.__vue_app__.config.globalProperties.$router;

  /** Pages that were left stay in memory; each has a frame of its own. */
  const frame = (): HTMLElement | undefined => find('.page-frame');
  const isBusy = (): boolean =>
    document.querySelector(':is(main, [role="dialog"]) [aria-busy="true"]') !== null;
  const dialog = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].find((each) => each.checkVisibility());
  const namesOfRows = (): string =>
    all(ROWS)
      .map((row) => row.dataset['line'] ?? row.textContent)
      .join('\n');
  /** A list that asks the server is busy meanwhile; a tree has other rows at once. */
  const changed = (): (() => boolean) => {
    const before = namesOfRows();
    let wasBusy = false;
    return () => {
      const busy = isBusy();
      wasBusy ||= busy;
      return !busy && (wasBusy || namesOfRows() !== before);
    };
  };
  const onClick = (selector: string): Promise<Painted> | undefined => {
    const button = find(selector);
    return button && time(() => button.click(), changed());
  };
  const enter = (field: HTMLInputElement | HTMLSelectElement, value: string): void => {
    field.value = value;
    field.dispatchEvent(new Event(field instanceof HTMLInputElement ? 'input' : 'change'));
  };
  const searchField = (): HTMLInputElement | undefined => find<HTMLInputElement>('input[type="search"]');
  /** The end of the last row's name, which its actions have in their labels. */
  const wanted = (): string => {
    const row = all(ROWS).at(-1);
    const label = row?.querySelector('.row-actions [aria-label]')?.ariaLabel?.split(': ').at(-1);
    return (label ?? row?.querySelector('td, th')?.textContent ?? '').trim().slice(-5).trim();
  };
  const opener = (): HTMLElement | undefined =>
    find('.data-row--active') ??
    all('.row-actions button').find((button) => HARMLESS.test(button.textContent.trim()));

  window.listSteps = {
    paths: () =>
      router
        .getRoutes()
        .filter(({ meta: { component } }) => typeof component === 'string' && component.startsWith('host:'))
        .map(({ path }) => path),
    open(path) {
      const before = frame();
      return time(
        () => void router.push(path),
        () => frame() !== before && find(`${ROWS}, .empty-state`) !== undefined,
      );
    },
    search() {
      const field = searchField();
      const text = wanted();
      return field && text !== '' && all(ROWS).length > 1
        ? time(() => enter(field, text), changed())
        : undefined;
    },
    clearSearch() {
      const field = searchField();
      return field?.value ? time(() => enter(field, ''), changed()) : undefined;
    },
    next: () => onClick('.pager__steps button:last-child:not([aria-disabled])'),
    sort: () => onClick('th[aria-sort] button'),
    resize(rows) {
      const field = find<HTMLSelectElement>('.pager select');
      return field && time(() => enter(field, String(rows)), changed());
    },
    record() {
      const row = opener();
      const before = frame();
      const isThere = (): boolean =>
        dialog() !== undefined || (frame() !== before && find('h1') !== undefined);
      return (
        row &&
        time(
          () => row.click(),
          () => isThere() && !isBusy(),
        )
      );
    },
    go: (path) => router.push(path),
    hasRows: () => find(ROWS) !== undefined,
    async closeTabs() {
      const next = (): HTMLElement | null => document.querySelector<HTMLElement>('.tab__end');
      for (let button = next(); button; button = next()) {
        button.click();
        await new Promise(requestAnimationFrame);
      }
    },
    isStill: () => !isBusy(),
  };
}
