import { beforeEach, describe, expect, it } from 'vitest';
import { LeftTexts } from './left-texts.ts';

describe('what workers leave to those after them (docs/decisions/0149)', () => {
  let left: LeftTexts;
  beforeEach(() => {
    left = new LeftTexts();
  });

  it('is the last text of each, also after its end', () => {
    left.leave('a', '1');
    left.leave('b', '2');
    left.leave('a', '3');
    left.ended('a');
    expect(left.list()).toEqual([
      { token: 'b', hasEnded: false, text: '2' },
      { token: 'a', hasEnded: true, text: '3' },
    ]);
  });

  it('is folded into one where all of them have ended', () => {
    for (const token of ['a', 'b', 'c']) left.leave(token, token);
    left.ended('a');
    left.fold(['a', 'b'], 'too early');
    expect(left.list()).toHaveLength(3);
    left.ended('b');
    left.fold(['a', 'b'], 'ab');
    expect(left.list()).toEqual([
      { token: 'c', hasEnded: false, text: 'c' },
      { token: 'a', hasEnded: true, text: 'ab' },
    ]);
    left.fold(['a', 'b'], 'by another worker, a moment later');
    expect(left.list().at(-1)?.text).toBe('ab');
  });

  it('never takes more memory than 8 MiB: the oldest goes', () => {
    const large = 'x'.repeat(3_000_000);
    for (const token of ['a', 'b', 'c']) left.leave(token, large);
    expect(left.list().map(({ token }) => token)).toEqual(['b', 'c']);
    left.leave('b', '');
    left.leave('e', 'x'.repeat(8 * 2 ** 20 - large.length));
    expect(left.list().map(({ token }) => token)).toEqual(['c', 'b', 'e']);
    left.leave('f', 'x');
    expect(left.list().map(({ token }) => token)).toEqual(['b', 'e', 'f']);
    left.leave('d', 'x'.repeat(9_000_000));
    expect(left.list()).toEqual([]);
  });
});
