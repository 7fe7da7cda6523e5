import { randomUUID } from 'node:crypto';
import type { Left, Legacy } from '../siblings/index.ts';
import { RelayedSiblings } from '../siblings/index.ts';

/** One worker of a group within this process. */
export interface GroupMember {
  readonly siblings: RelayedSiblings;
  readonly legacy: Legacy;
  /** Takes it out, as its end does. */
  readonly end: () => void;
}

/** Workers of one machine within this process, with what their supervisor does for them. */
export class SiblingGroup {
  readonly #members = new Map<string, RelayedSiblings>();
  #left: Left[] = [];
  /** Tokens of workers that do not take what is sent to them. */
  readonly blocked = new Set<string>();
  /** The supervisor carries nothing, and answers nothing. */
  isSilent = false;
  #numbers = 0;

  get left(): readonly Left[] {
    return this.#left;
  }

  join(): GroupMember {
    const own = { number: (this.#numbers += 1), token: randomUUID(), pid: 1_000 + this.#numbers };
    const siblings = new RelayedSiblings(own, (to, text) =>
      setImmediate(
        () => this.isSilent || this.blocked.has(to) || this.#members.get(to)?.arrived(own.token, text),
      ),
    );
    this.#members.set(own.token, siblings);
    this.#tell();
    return {
      siblings,
      legacy: this.#legacyOf(own.token),
      end: () => {
        this.#members.delete(own.token);
        this.#left = this.#left.map((left) =>
          left.token === own.token ? { ...left, hasEnded: true } : left,
        );
        this.#tell();
      },
    };
  }

  #legacyOf(token: string): Legacy {
    return {
      leave: async (text) => {
        const others = this.#left.filter((left) => left.token !== token);
        this.#left = [...others, { token, hasEnded: false, text }];
      },
      read: async () => {
        if (this.isSilent) throw new Error('the supervisor did not answer');
        return this.#left;
      },
      fold: (tokens, text) => {
        const others = this.#left.filter((left) => !tokens.includes(left.token));
        this.#left = [...others, { token: tokens[0] ?? '', hasEnded: true, text }];
      },
    };
  }

  #tell(): void {
    const living = [...this.#members.values()].map(({ own }) => own);
    for (const member of this.#members.values()) member.live(living);
  }
}
