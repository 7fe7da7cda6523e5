import { describe, expect, it, vi } from 'vitest';
import { createIntrinsicsGuard, watchIntrinsics } from './intrinsics.ts';

/** A page with built-ins of its own. */
function pageOf() {
  class List {
    first() {
      return 1;
    }
    get size() {
      return 2;
    }
    static from() {
      return 3;
    }
  }
  return { page: { Array: List, Map: undefined }, List };
}

describe('design 9.6-36: built-ins', () => {
  it('that were changed, added or removed are reported and restored', () => {
    const { page, List } = pageOf();
    const restoreChanged = watchIntrinsics(page);
    Object.assign(List.prototype, { first: () => 'changed', last: () => 'added' });
    Object.defineProperty(List.prototype, 'size', { get: () => 'changed', configurable: true });
    Reflect.deleteProperty(List, 'from');
    expect(restoreChanged()).toEqual([
      { name: 'Array.from', restored: true },
      { name: 'Array.prototype.last', restored: true },
      { name: 'Array.prototype.first', restored: true },
      { name: 'Array.prototype.size', restored: true },
    ]);
    expect([new List().first(), new List().size, List.from()]).toEqual([1, 2, 3]);
    expect(restoreChanged()).toEqual([]);
  });

  it('that were locked are reported as such', () => {
    const { page, List } = pageOf();
    const restoreChanged = watchIntrinsics(page);
    Object.defineProperty(List.prototype, 'last', { value: 1 });
    expect(restoreChanged()).toEqual([{ name: 'Array.prototype.last', restored: false }]);
  });

  it('of the window and its history are restored; other properties of the window are ignored', () => {
    const fetch = () => 'fetched';
    const page = { fetch, history: {} };
    const restoreChanged = watchIntrinsics(page);
    Object.assign(page, { fetch: () => 'stolen', mine: 1 });
    Object.assign(page.history, { pushState: () => undefined });
    expect(restoreChanged().map(({ name }) => name)).toEqual(['history.pushState', 'window.fetch']);
    expect(page).toEqual({ fetch, history: {}, mine: 1 });
  });

  it('that the check itself would use are restored too', () => {
    const restoreChanged = watchIntrinsics();
    const methods = ['map', 'flatMap', 'filter', 'forEach', 'push', Symbol.iterator] as const;
    for (const method of methods) Object.assign(Array.prototype, { [method]: () => [] });
    Object.assign(Reflect, { ownKeys: () => [], defineProperty: () => false });
    const changes = restoreChanged();
    expect(changes).toHaveLength(methods.length + 2);
    expect([1].map(String)).toEqual(['1']);
  });

  it('of the language and of the document are checked', () => {
    const restoreChanged = watchIntrinsics();
    Object.assign(Array.prototype, { mine: 1 });
    Object.assign(Element.prototype, { mine: 1 });
    expect(restoreChanged().map(({ name }) => name)).toEqual([
      'Array.prototype.mine',
      'Element.prototype.mine',
    ]);
    expect('mine' in []).toBe(false);
  });

  it('are reported with the application that ran', () => {
    const { page, List } = pageOf();
    const reported: string[] = [];
    const { check, stop } = createIntrinsicsGuard(
      (app, error) => reported.push(`${app}: ${error.message}`),
      page,
    );
    check('hello');
    Object.assign(List.prototype, { first: 1 });
    Object.defineProperty(List.prototype, 'last', { value: 1 });
    check('hello');
    expect(reported).toEqual([
      'hello: REMOTE_INTRINSICS_CHANGED: "hello" changed built-ins of the page: ' +
        'Array.prototype.first (restored); Array.prototype.last (cannot be restored)',
    ]);
    stop();
  });

  it('findings: remotes 10: that are locked are reported once, for the application that locked them', () => {
    const { page, List } = pageOf();
    const reported: string[] = [];
    const { check, stop } = createIntrinsicsGuard((app) => reported.push(app), page);
    Object.defineProperty(List.prototype, 'last', { value: 1 });
    check('locks');
    check('another', true);
    check('locks');
    expect(reported).toEqual(['locks']);
    stop();
  });

  it('of the document and the window are restored where an own property shadows them', () => {
    const inherited = (name: string): object => Object.create({ [name]: () => 'inherited' }) as object;
    const page = Object.assign(inherited('addEventListener'), { document: inherited('createElement') });
    const restoreChanged = watchIntrinsics(page);
    Object.assign(page.document, { createElement: () => null, expando: 1 });
    Object.assign(page, { addEventListener: () => undefined });
    expect(restoreChanged().map(({ name }) => name)).toEqual([
      'window.addEventListener',
      'document.createElement',
    ]);
    expect(Object.keys(page)).toEqual(['document']);
    expect(Object.keys(page.document)).toEqual(['expando']);
  });

  it('that a timer of an application changes later are restored as well', () => {
    vi.useFakeTimers();
    const { page, List } = pageOf();
    const reported: string[] = [];
    const guard = createIntrinsicsGuard((app) => reported.push(app), page);
    guard.check('hello', true);
    guard.check('preloaded');
    Object.assign(List.prototype, { first: () => 'changed' });
    vi.advanceTimersByTime(1000);
    expect([new List().first(), reported]).toEqual([1, ['hello']]);
    guard.stop();
    vi.useRealTimers();
  });
});
