// @vitest-environment node
import { expect, it } from 'vitest';
import { arranged, layoutOf, withMoved, type Arrangement, type PageCard } from './arrangement.ts';

const card = (key: string, column: 'main' | 'side'): PageCard => ({ key, label: key, column });
const cards = [card('apps', 'main'), card('parts', 'side'), card('tasks', 'side')];
const keysOf = ({ main, side, hidden }: Arrangement) =>
  [main, side, hidden].map((list) => list.map(({ key }) => key).join(' '));

it('places cards as the page has them until somebody moves one', () => {
  expect(keysOf(arranged(cards, undefined))).toEqual(['apps', 'parts tasks', '']);
});

it('keeps what was moved, to the other column and hidden', () => {
  const start = arranged(cards, undefined);
  const moved = withMoved(
    withMoved(start, card('tasks', 'side'), 'main', 0),
    card('parts', 'side'),
    'hidden',
  );
  expect(keysOf(moved)).toEqual(['tasks apps', '', 'parts']);
  expect(keysOf(arranged(cards, layoutOf(moved)))).toEqual(['tasks apps', '', 'parts']);
  expect(keysOf(withMoved(moved, card('parts', 'side'), 'side'))).toEqual(['tasks apps', 'parts', '']);
});

it('keeps a spare card hidden until somebody shows it', () => {
  const spare = { ...card('recent', 'side'), spare: true };
  const start = arranged([...cards, spare], undefined);
  expect(keysOf(start)).toEqual(['apps', 'parts tasks', 'recent']);
  const shown = layoutOf(withMoved(start, spare, 'side'));
  expect(keysOf(arranged([...cards, spare], shown))).toEqual(['apps', 'parts tasks recent', '']);
});

it('puts a card of a later version last in its column, and forgets one that is gone', () => {
  const layout = { order: ['tasks', 'gone', 'parts'], side: ['tasks', 'parts'], hidden: [] };
  expect(keysOf(arranged(cards, layout))).toEqual(['apps', 'tasks parts', '']);
});
