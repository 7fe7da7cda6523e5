import { serviceToken } from '../../kernel/index.ts';

/**
 * Applications whose code ran lately. Where native code holds the process, nothing else tells who
 * called it. (design 10.7-4)
 */
export class RecentWork {
  readonly #entered = new Set<string>();
  /** Applications in whose synchronous work the process is, the innermost last. */
  readonly #inside: string[] = [];
  #turn: ((appCode: string | undefined) => void) | undefined;
  readonly #underWay: () => readonly string[];
  #listener: ((appCode: string) => void) | undefined;

  /** @param underWay returns the applications that have not answered a request yet */
  constructor(underWay: () => readonly string[]) {
    this.#underWay = underWay;
  }

  /** Notes that synchronous work of an application begins. */
  enter(appCode: string): void {
    this.#inside.push(appCode);
    this.#turn?.(appCode);
    if (this.#entered.has(appCode)) return;
    this.#entered.add(appCode);
    this.#listener?.(appCode);
  }

  /** Notes that the work which was entered last is over. */
  leave(): void {
    this.#inside.pop();
    this.#turn?.(this.#inside.at(-1));
  }

  /** Calls `turn` with the application in whose synchronous work the process is from now on. */
  onTurn(turn: (appCode: string | undefined) => void): void {
    this.#turn = turn;
  }

  /** @returns the applications since the last call, and those with in-flight requests */
  take(): string[] {
    const codes = new Set([...this.#entered, ...this.#underWay()]);
    this.#entered.clear();
    return [...codes];
  }

  /** Calls `listener` when an application is entered for the first time since the last `take`. */
  onEntry(listener: (appCode: string) => void): void {
    this.#listener = listener;
  }
}

export const RECENT_WORK = serviceToken<RecentWork>('recent work');
