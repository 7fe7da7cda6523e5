import events from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IntrinsicChange } from './intrinsics-snapshot.ts';
import { LoadRefusal } from '../../contract/load-finding.ts';
import { IntrinsicsGuard, type CodeOwner } from './intrinsics-guard.ts';
import { RequestPathBuiltins } from './request-path-builtins.ts';

const anyGlobal = globalThis as unknown as Record<string, unknown>;
const owner = (appCode: string, code = ''): CodeOwner => ({ appCode, holds: (text) => code.includes(text) });

describe('objects shared by all applications', () => {
  const reported: Array<[string | undefined, string[]]> = [];
  const loaded: CodeOwner[] = [];
  const report = (changes: readonly IntrinsicChange[], by: CodeOwner | undefined): void =>
    void reported.push([by?.appCode, changes.map(({ name }) => name)]);
  const end = (): void => expect.fail('The process would end.');
  const guard = new IntrinsicsGuard(() => loaded, report, end);
  afterEach(() => {
    guard.checkNow();
    reported.length = 0;
    loaded.length = 0;
  });
  const map = Array.prototype.map;
  const thrownBy = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };

  it.each<[string, () => unknown, string]>([
    ['a method replaced', () => (Array.prototype.map = () => []), 'changes Array.prototype.map'],
    ['a property added', () => Object.assign(Object.prototype, { evil: 1 }), 'adds Object.prototype.evil'],
    ['a global added', () => (anyGlobal['leak'] = 1), 'adds globalThis.leak'],
    [
      'a global replaced',
      () => (anyGlobal['structuredClone'] = () => 1),
      'changes globalThis.structuredClone',
    ],
    [
      'a method removed',
      () => Reflect.deleteProperty(Promise.prototype, 'finally'),
      'removes Promise.prototype.finally',
    ],
    [
      'a getter put in',
      () => Object.defineProperty(Map.prototype, 'size', { get: () => 7 }),
      'changes Map.prototype.size',
    ],
    ['a static function', () => (JSON.parse = () => null), 'changes JSON.parse'],
    [
      'a prototype replaced',
      () => Reflect.setPrototypeOf(Set.prototype, { a: 1 }),
      'replaces the prototype of Set.prototype',
    ],
    [
      'a built-in module',
      () => (events.EventEmitter.prototype.emit = () => true),
      'changes events.prototype.emit',
    ],
  ])('%s is restored, and the load is refused', (_what, change, message) => {
    const { findings } = guard.guard(owner('bad'), change);
    expect(findings.map(({ code }) => code)).toEqual(['PLUGIN_INTRINSICS_CHANGED']);
    expect(findings[0]?.message).toBe(`Application bad ${message}. All applications share it.`);
    expect(guard.guard(owner('good'), () => 1)).toEqual({ result: 1, findings: [] });
    expect([Array.prototype.map === map, 'evil' in {}, 'leak' in globalThis, new Set().size]).toEqual([
      true,
      false,
      false,
      0,
    ]);
  });

  it('are restored even if the application then throws', () => {
    const work = (): never => {
      Object.assign(Array.prototype, { sum: 1 });
      throw new Error('after');
    };
    expect(() => guard.guard(owner('bad'), work)).toThrow('Application bad adds Array.prototype.sum');
    expect('sum' in Array.prototype).toBe(false);
    expect(reported).toEqual([]);
  });

  it('findings: runtime 5; the changed property is named, not the errors that it causes', () => {
    const failed = { code: 'PLUGIN_MODULE_FAILED', message: 'innocent.ts threw', fix: '' };
    const forbidden = { code: 'PLUGIN_IMPORT_FORBIDDEN', message: 'a.ts imports vm', fix: '' };
    const work = (): never => {
      Object.assign(Object.prototype, { polluted: 1 });
      throw new LoadRefusal([failed, forbidden]);
    };
    const refused = thrownBy(() => guard.guard(owner('bad'), work)) as LoadRefusal;
    expect(refused.findings.map(({ code }) => code)).toEqual([
      'PLUGIN_INTRINSICS_CHANGED',
      'PLUGIN_IMPORT_FORBIDDEN',
    ]);
    expect(refused.message).toContain('adds Object.prototype.polluted');
  });

  it('findings: runtime 2; an aborted load that never settles does not hide later changes', async () => {
    const over = new AbortController();
    void guard.guardAsync(owner('hangs'), () => new Promise(() => undefined), over.signal);
    over.abort();
    const { findings } = await guard.guardAsync(owner('later'), async () => {
      await Promise.resolve();
      anyGlobal['leak'] = 1;
    });
    expect(findings).toMatchObject([{ code: 'PLUGIN_INTRINSICS_CHANGED' }]);
  });

  it.each<[string, () => unknown, string]>([
    ['includes', () => (Array.prototype.includes = () => true), 'Array.prototype.includes'],
    ['stringify', () => (JSON.stringify = () => 'evil'), 'JSON.stringify'],
    ['JSON', () => (anyGlobal['JSON'] = { stringify: () => 'evil' }), 'globalThis.JSON'],
    ['every, which looks', () => (Array.prototype.every = (() => true) as never), 'Array.prototype.every'],
    ['flatMap, which looks', () => (Array.prototype.flatMap = () => []), 'Array.prototype.flatMap'],
    [
      'the iterator',
      () => (Array.prototype[Symbol.iterator] = function* () {} as never),
      'Array.prototype.Symbol(Symbol.iterator)',
    ],
    ['pollution', () => Object.assign(Object.prototype, { evil: 1 }), 'Object.prototype.evil'],
  ])('findings: security 13; %s is restored after the turn, and named', (_what, change, name) => {
    guard.checkNow();
    change();
    guard.checkQuickly(owner('bad'));
    expect([[1].includes(2), JSON.stringify([1]), 'evil' in {}]).toEqual([false, '[1]', false]);
    expect(reported).toEqual([['bad', [name]]]);
    guard.checkQuickly(owner('good'));
    expect(reported).toHaveLength(1);
  });

  it('design 16-5: at most 40 are compared, in less than a microsecond', () => {
    const relied = new RequestPathBuiltins();
    expect(relied.count).toBeLessThanOrEqual(40);
    const before = process.cpuUsage();
    let untouched = 0;
    for (let n = 0; n < 1_000_000; n++) untouched += relied.isUntouched() ? 1 : 0;
    const { user, system } = process.cpuUsage(before);
    expect(untouched).toBe(1_000_000);
    expect((user + system) / 1_000_000).toBeLessThan(1);
  });

  it('are restored when a change is found later, and its application is named', () => {
    guard.guard(owner('first'), () => 1);
    const evil = (): string => 'evil';
    loaded.push(owner('good'), owner('bad', `const x = 1; ${evil.toString()}`));
    String.prototype.trim = evil;
    Object.assign(Object.prototype, { who: 1 });
    guard.checkNow();
    expect(' a '.trim()).toBe('a');
    expect(reported).toEqual([
      [undefined, ['Object.prototype.who']],
      ['bad', ['String.prototype.trim']],
    ]);
  });

  it('blame only the application whose code made the change', async () => {
    const evil = (): string => 'evil beside';
    const [good, bad] = [owner('good'), owner('bad', evil.toString())];
    const gate = Promise.withResolvers<void>();
    const loads = Promise.all([
      guard.guardAsync(good, () => gate.promise),
      guard.guardAsync(bad, async () => {
        String.prototype.trim = evil;
        await gate.promise;
      }),
    ]);
    gate.resolve();
    const [ofGood, ofBad] = await loads;
    expect(ofGood.findings).toEqual([]);
    expect(ofBad.findings).toMatchObject([{ code: 'PLUGIN_INTRINSICS_CHANGED' }]);
    expect(reported).toEqual([]);
    expect(' a '.trim()).toBe('a');
    const alone = await guard.guardAsync(good, async () => {
      await Promise.resolve();
      anyGlobal['leak'] = 1;
    });
    expect(alone.findings).toHaveLength(1);
  });

  describe('that cannot be restored', () => {
    class Victim {
      hit(): void {}
    }
    let own: IntrinsicsGuard;
    beforeEach(() => {
      anyGlobal['Victim'] = class extends Victim {};
      own = new IntrinsicsGuard(() => [], report, end);
      own.checkNow();
    });
    afterEach(() => Reflect.deleteProperty(globalThis, 'Victim'));
    const victim = (): object => (anyGlobal['Victim'] as typeof Victim).prototype;

    it.each<[string, () => unknown, string]>([
      ['a frozen prototype', () => Object.freeze(victim()), 'freezes Victim.prototype, which cannot'],
      [
        'a property that stays',
        () => Object.defineProperty(victim(), 'evil', { value: 1 }),
        'adds Victim.prototype.evil, which cannot',
      ],
      [
        'a locked method',
        () => {
          Object.assign(victim(), { constructor: () => 1 });
          Object.freeze(victim());
        },
        'changes Victim.prototype.constructor, which cannot',
      ],
    ])('%s is told once, and refuses the load of nobody else', (_what, change, message) => {
      const { findings } = own.guard(owner('bad'), change);
      expect(findings[0]?.message).toContain(`Application bad ${message} be restored`);
      expect(findings.length).toBeLessThanOrEqual(2);
      expect(own.guard(owner('good'), () => 1).findings).toEqual([]);
      own.checkNow();
      expect(reported).toEqual([]);
      own.guard(owner('bad'), () => (String.prototype.trim = () => 'evil'));
      expect(' a '.trim()).toBe('a');
    });
  });

  it.each<[string, () => unknown, string]>([
    [
      'a getter that throws',
      () => void Object.defineProperty(Array.prototype, 'map', { get: () => expect.fail() }),
      'Array.prototype.map',
    ],
    [
      'a getter off the request path',
      () => void Object.defineProperty(Array.prototype, 'findLast', { get: () => expect.fail() }),
      'Array.prototype.findLast',
    ],
    ['the clock of holds', () => (performance.now = () => 0), 'performance.now'],
  ])('%s is a change, too', (_what, change, name) => {
    guard.checkNow();
    change();
    guard.checkQuickly(owner('bad'));
    guard.checkNow(owner('bad'));
    expect(reported).toEqual([['bad', [name]]]);
    expect([[1].map(String), [1].findLast(Boolean), performance.now() > 1]).toEqual([['1'], 1, true]);
  });

  it('are restored where the changes keep others from being described', () => {
    guard.checkNow();
    const { is, isExtensible } = Object;
    const evil = (): never => expect.fail();
    Object.assign(Object.prototype, { get: evil, set: evil });
    Array.prototype.map = evil;
    String.prototype.trim = evil;
    Object.is = evil as never;
    Object.isExtensible = evil as never;
    Reflect.defineProperty = evil as never;
    Reflect.deleteProperty = evil;
    Object.hasOwn = evil;
    Map.prototype[Symbol.iterator] = evil as never;
    guard.checkQuickly(owner('bad'));
    expect(Object.is).toBe(is);
    expect(Object.isExtensible).toBe(isExtensible);
    expect([[1].map(String), ' a '.trim(), 'get' in {}, [...new Map()]]).toEqual([['1'], 'a', false, []]);
  });
});
