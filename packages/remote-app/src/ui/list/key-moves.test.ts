import { flushPromises } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { createKeyMoves } from './key-moves.ts';

it('a refused move says nothing, and the next one is made', async () => {
  const keyMoves = createKeyMoves();
  const element = document.createElement('button');
  const said: string[] = [];
  let place = 1;
  const moveBy = (move: () => unknown) =>
    keyMoves({ element, move, place: () => place, moved: (from, to) => void said.push(`${from}→${to}`) });
  moveBy(() => Promise.reject(new Error('refused')));
  moveBy(async () => void (place = 2));
  await flushPromises();
  expect(said).toEqual(['1→2']);
});
