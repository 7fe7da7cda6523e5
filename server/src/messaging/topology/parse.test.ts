import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTopology } from './parse.ts';
import { routes } from './routing.ts';

const none = { exchanges: [], queues: [], bindings: [] };

describe('the broker configuration', () => {
  it('spec: E4: exchanges, queues and bindings are declared by the host', () => {
    expect(
      parseTopology({
        exchanges: ['audit', 'all:fanout'],
        queues: ['audit.orders'],
        bindings: ['audit.orders <- platform.topic/mall.order.#', 'audit.orders<-all/'],
      }),
    ).toEqual({
      exchanges: [
        { name: 'platform.topic', type: 'topic' },
        { name: 'audit', type: 'topic' },
        { name: 'all', type: 'fanout' },
      ],
      queues: [
        {
          name: 'audit.orders',
          bindings: [
            { exchange: 'platform.topic', routingKey: 'mall.order.#' },
            { exchange: 'all', routingKey: '' },
          ],
        },
      ],
    });
  });

  it.each([
    [{ ...none, exchanges: ['a:sideways'] }, 'messaging.exchanges: "a:sideways"'],
    [{ ...none, exchanges: ['a:topic:b'] }, 'messaging.exchanges: "a:topic:b"'],
    [{ ...none, exchanges: ['platform.topic'] }, 'platform.topic already exists'],
    [{ ...none, queues: ['two words'] }, 'messaging.queues: "two words"'],
    [{ ...none, queues: ['letters.dead'] }, 'messaging.queues: "letters.dead"'],
    [{ ...none, bindings: ['nonsense'] }, 'is not of the form'],
    [{ ...none, bindings: ['q <- platform.topic/x'] }, 'refers to the queue q'],
    [{ ...none, queues: ['q'], bindings: ['q <- other/x'] }, 'refers to the exchange other'],
  ])('refuses %j with a reason', (settings, message) => {
    expect(() => parseTopology(settings)).toThrow(message);
  });
});

describe('routing by topic', () => {
  it.each([
    ['a.b', 'a.b', true],
    ['a.b', 'a.c', false],
    ['a.*', 'a.b', true],
    ['a.*', 'a', false],
    ['a.*', 'a.b.c', false],
    ['a.#', 'a', true],
    ['a.#', 'a.b.c', true],
    ['#', '', true],
    ['#.c', 'a.b.c', true],
    ['#.b.#', 'a.c', false],
  ])('%s and %s: %s', (pattern, key, expected) => {
    expect(routes('topic', { exchange: 'x', routingKey: pattern }, key)).toBe(expected);
  });

  it('equals a regular expression, for any words', () => {
    const word = fc.constantFrom('a', 'b', '');
    const part = fc.constantFrom('a', 'b', '*', '#');
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.array(word, { minLength: 1, maxLength: 6 }),
        (pattern, words) => {
          const source = pattern
            .map((p) => (p === '#' ? '(?:[ab]*;)*' : p === '*' ? '[ab]*;' : `${p};`))
            .join('');
          const expected = new RegExp(`^${source}$`).test(words.map((w) => `${w};`).join(''));
          const binding = { exchange: 'x', routingKey: pattern.join('.') };
          expect(routes('topic', binding, words.join('.'))).toBe(expected);
        },
      ),
    );
  });
});
