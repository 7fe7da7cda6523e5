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
  it('that were changed, added or taken away are told and put back', () => {
    const { page, List } = pageOf();
    const look = watchIntrinsics(page);
    Object.assign(List.prototype, { first: () => 'changed', last: () => 'added' });
    Object.defineProperty(List.prototype, 'size', { get: () => 'changed', configurable: true });
    Reflect.deleteProperty(List, 'from');
    expect(look()).toEqual([
      { name: 'Array.from', restored: true },
      { name: 'Array.prototype.last', restored: true },
      { name: 'Array.prototype.first', restored: true },
      { name: 'Array.prototype.size', restored: true },
    ]);
    expect([new List().first(), new List().size, List.from()]).toEqual([1, 2, 3]);
    expect(look()).toEqual([]);
  });

  it('that can no longer be changed are told as such', () => {
    const { page, List } = pageOf();
    const look = watchIntrinsics(page);
    Object.defineProperty(List.prototype, 'last', { value: 1 });
    expect(look()).toEqual([{ name: 'Array.prototype.last', restored: false }]);
  });

  it('of the window and of its history are put back; what else is on the window is not looked at', () => {
    const fetch = () => 'fetched';
    const page = { fetch, history: {} };
    const look = watchIntrinsics(page);
    Object.assign(page, { fetch: () => 'stolen', mine: 1 });
    Object.assign(page.history, { pushState: () => undefined });
    expect(look().map(({ name }) => name)).toEqual(['history.pushState', 'window.fetch']);
    expect(page).toEqual({ fetch, history: {}, mine: 1 });
  });

  it('that the look itself would use are put back too', () => {
    const look = watchIntrinsics();
    const methods = ['map', 'flatMap', 'filter', 'forEach', 'push', Symbol.iterator] as const;
    for (const method of methods) Object.assign(Array.prototype, { [method]: () => [] });
    Object.assign(Reflect, { ownKeys: () => [], defineProperty: () => false });
    const changes = look();
    expect(changes).toHaveLength(methods.length + 2);
    expect([1].map(String)).toEqual(['1']);
  });

  it('of this page are watched, those of the language and those of the document', () => {
    const look = watchIntrinsics();
    Object.assign(Array.prototype, { mine: 1 });
    Object.assign(Element.prototype, { mine: 1 });
    expect(look().map(({ name }) => name)).toEqual(['Array.prototype.mine', 'Element.prototype.mine']);
    expect('mine' in []).toBe(false);
  });

  it('are reported with the application that was at work', () => {
    const { page, List } = pageOf();
    const reported: string[] = [];
    const { look, stop } = createIntrinsicsGuard(
      (app, error) => reported.push(`${app}: ${error.message}`),
      page,
    );
    look('hello');
    Object.assign(List.prototype, { first: 1 });
    Object.defineProperty(List.prototype, 'last', { value: 1 });
    look('hello');
    expect(reported).toEqual([
      'hello: REMOTE_INTRINSICS_CHANGED: hello changes what all share: Array.prototype.first, which is put back; ' +
        'Array.prototype.last, which cannot be put back',
    ]);
    stop();
  });

  it('findings: remotes 10: that are locked are told once, of the application that locked them', () => {
    const { page, List } = pageOf();
    const reported: string[] = [];
    const { look, stop } = createIntrinsicsGuard((app) => reported.push(app), page);
    Object.defineProperty(List.prototype, 'last', { value: 1 });
    look('locks');
    look('another', true);
    look('locks');
    expect(reported).toEqual(['locks']);
    stop();
  });

  it('of the document and the window are put back where something else lies before them', () => {
    const inherited = (name: string): object => Object.create({ [name]: () => 'inherited' }) as object;
    const page = Object.assign(inherited('addEventListener'), { document: inherited('createElement') });
    const look = watchIntrinsics(page);
    Object.assign(page.document, { createElement: () => null, expando: 1 });
    Object.assign(page, { addEventListener: () => undefined });
    expect(look().map(({ name }) => name)).toEqual(['window.addEventListener', 'document.createElement']);
    expect(Object.keys(page)).toEqual(['document']);
    expect(Object.keys(page.document)).toEqual(['expando']);
  });

  it('that are changed later, by a timer of an application, are put back as well', () => {
    vi.useFakeTimers();
    const { page, List } = pageOf();
    const reported: string[] = [];
    const guard = createIntrinsicsGuard((app) => reported.push(app), page);
    guard.look('hello', true);
    guard.look('preloaded');
    Object.assign(List.prototype, { first: () => 'changed' });
    vi.advanceTimersByTime(1000);
    expect([new List().first(), reported]).toEqual([1, ['hello']]);
    guard.stop();
    vi.useRealTimers();
  });
});
