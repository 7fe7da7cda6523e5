import { nextTick } from 'vue';

/** A move by key, and what follows it. */
export interface KeyMove<Place> {
  /** The element that has the focus, which it loses with its row. */
  readonly element: HTMLElement;
  /** Resolves once the rows stand in their new order. */
  readonly move: () => unknown;
  /** Where the row stands when it is asked. */
  readonly place: () => Place;
  /** Called after the move, also where nothing has changed. */
  readonly moved: (from: Place, to: Place) => void;
}

/**
 * Rows that are moved by key keep the focus. Quick keys come before the answer to the first one:
 * each move waits for the one before.
 */
export function createKeyMoves(): <Place>(move: KeyMove<Place>) => void {
  let last: Promise<unknown> = Promise.resolve();
  return ({ element, move, place, moved }) => {
    const take = async () => {
      const from = place();
      await move();
      await nextTick();
      if (element.isConnected && document.activeElement === document.body) element.focus();
      moved(from, place());
    };
    last = last.then(take, take);
  };
}
