import type { CardLayout } from '@platform/host-api';

export type CardColumn = 'main' | 'side';

/** A card of a page. `column` is where it stands until a person moves it. */
export interface PageCard {
  readonly key: string;
  readonly label: string;
  readonly column: CardColumn;
  /** Hidden until a person shows it. */
  readonly spare?: boolean;
}

/** The cards of a page as a person has arranged them. */
export type Arrangement = Readonly<Record<CardColumn | 'hidden', readonly PageCard[]>>;

/** A card that the person has never seen comes last in its own column. */
export function arranged(cards: readonly PageCard[], layout: CardLayout | undefined): Arrangement {
  const order = layout?.order ?? [];
  const placeOf = ({ key }: PageCard): number => (order.includes(key) ? order.indexOf(key) : order.length);
  const columnOf = (card: PageCard): CardColumn | 'hidden' => {
    if (layout?.hidden.includes(card.key)) return 'hidden';
    if (card.spare && !order.includes(card.key)) return 'hidden';
    if (!layout?.side || !order.includes(card.key)) return card.column;
    return layout.side.includes(card.key) ? 'side' : 'main';
  };
  const sorted = cards.toSorted((a, b) => placeOf(a) - placeOf(b));
  const inColumn = (column: CardColumn | 'hidden') => sorted.filter((card) => columnOf(card) === column);
  return { main: inColumn('main'), side: inColumn('side'), hidden: inColumn('hidden') };
}

/**
 * Puts a card into a column, or hides it.
 *
 * @param at place in the column; at the end when omitted
 */
export function withMoved(
  from: Arrangement,
  card: PageCard,
  to: CardColumn | 'hidden',
  at?: number,
): Arrangement {
  const without = (cards: readonly PageCard[]) => cards.filter(({ key }) => key !== card.key);
  const rest = { main: without(from.main), side: without(from.side), hidden: without(from.hidden) };
  return { ...rest, [to]: rest[to].toSpliced(at ?? rest[to].length, 0, card) };
}

/** Stored form of an arrangement. */
export function layoutOf({ main, side, hidden }: Arrangement): CardLayout {
  const keys = (cards: readonly PageCard[]) => cards.map(({ key }) => key);
  return { order: keys([...main, ...side, ...hidden]), side: keys(side), hidden: keys(hidden) };
}
