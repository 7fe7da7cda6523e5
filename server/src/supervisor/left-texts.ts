import type { LeftText } from './protocol.ts';

/** Most characters of all texts: they stay as long as this process does. */
const MOST_CHARACTERS = 8_388_608;

interface Left {
  readonly text: string;
  hasEnded: boolean;
}

/** Texts of workers for those after them, unread: their meaning is the affair of the workers. */
export class LeftTexts {
  readonly #texts = new Map<string, Left>();

  leave(token: string, text: string): void {
    this.#put(token, { text, hasEnded: false });
  }

  ended(token: string): void {
    const left = this.#texts.get(token);
    if (left) left.hasEnded = true;
  }

  /** Replaces texts of ended workers by one, unless one of them is no longer there. */
  fold(tokens: readonly string[], text: string): void {
    const [first] = tokens;
    if (first === undefined || !tokens.every((token) => this.#texts.get(token)?.hasEnded === true)) return;
    for (const token of tokens) this.#texts.delete(token);
    this.#put(first, { text, hasEnded: true });
  }

  list(): LeftText[] {
    return [...this.#texts].map(([token, { text, hasEnded }]) => ({ token, hasEnded, text }));
  }

  #put(token: string, left: Left): void {
    this.#texts.delete(token);
    this.#texts.set(token, left);
    let characters = [...this.#texts.values()].reduce((sum, { text }) => sum + text.length, 0);
    for (const [oldest, { text }] of this.#texts) {
      if (characters <= MOST_CHARACTERS) return;
      this.#texts.delete(oldest);
      characters -= text.length;
    }
  }
}
