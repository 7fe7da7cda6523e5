import events from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { IntrinsicChange } from './fingerprint.ts';
import { IntrinsicsGuard, type CodeOwner } from './intrinsics-guard.ts';

const anyGlobal = globalThis as unknown as Record<string, unknown>;
const owner = (appCode: string, code = ''): CodeOwner => ({ appCode, holds: (text) => code.includes(text) });

describe('what all applications share', () => {
  const reported: Array<[string | undefined, string[]]> = [];
  const loaded: CodeOwner[] = [];
  const report = (changes: readonly IntrinsicChange[], by: CodeOwner | undefined): void =>
    void reported.push([by?.appCode, changes.map(({ name }) => name)]);
  const guard = new IntrinsicsGuard(() => loaded, report);
  afterEach(() => {
    guard.lookAfter();
    reported.length = 0;
    loaded.length = 0;
  });
  const map = Array.prototype.map;

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
  ])('%s is put back and refuses the load', (_what, change, message) => {
    const { findings } = guard.whileIn(owner('bad'), change);
    expect(findings.map(({ code }) => code)).toEqual(['PLUGIN_INTRINSICS_CHANGED']);
    expect(findings[0]?.message).toBe(`Application bad ${message}: all applications share it.`);
    expect(guard.whileIn(owner('good'), () => 1)).toEqual({ result: 1, findings: [] });
    expect([Array.prototype.map === map, 'evil' in {}, 'leak' in globalThis, new Set().size]).toEqual([
      true,
      false,
      false,
      0,
    ]);
  });

  it('is put back also when the application then throws', () => {
    const work = (): never => {
      Object.assign(Array.prototype, { sum: 1 });
      throw new Error('after');
    };
    expect(() => guard.whileIn(owner('bad'), work)).toThrow('after');
    expect('sum' in Array.prototype).toBe(false);
    expect(reported).toEqual([['bad', ['Array.prototype.sum']]]);
  });

  it('is put back when found later, and the application named whose code it is', () => {
    guard.whileIn(owner('first'), () => 1);
    const evil = (): string => 'evil';
    loaded.push(owner('good'), owner('bad', `const x = 1; ${evil.toString()}`));
    String.prototype.trim = evil;
    Object.assign(Object.prototype, { who: 1 });
    guard.lookAfter();
    expect(' a '.trim()).toBe('a');
    expect(reported).toEqual([
      [undefined, ['Object.prototype.who']],
      ['bad', ['String.prototype.trim']],
    ]);
  });

  it('beside others, only those are held to account whose code it is', async () => {
    const evil = (): string => 'evil beside';
    const [good, bad] = [owner('good'), owner('bad', evil.toString())];
    const gate = Promise.withResolvers<void>();
    const loads = Promise.all([
      guard.whileBeside(good, () => gate.promise),
      guard.whileBeside(bad, async () => {
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
    const alone = await guard.whileBeside(good, async () => {
      await Promise.resolve();
      anyGlobal['leak'] = 1;
    });
    expect(alone.findings).toHaveLength(1);
  });

  it('a frozen prototype cannot be put back, and is said so', () => {
    class Victim {}
    anyGlobal['Victim'] = Victim;
    const own = new IntrinsicsGuard(() => [], report);
    own.lookAfter();
    const { findings } = own.whileIn(owner('bad'), () => Object.freeze(Victim.prototype));
    expect(findings.at(-1)?.message).toContain('freezes Victim.prototype, which cannot be put back');
    Reflect.deleteProperty(globalThis, 'Victim');
  });
});
