import { serviceToken } from '../../kernel/index.ts';

/**
 * Applications whose code ran lately. Where native code holds the process, nothing else tells who
 * called it. (design 10.7-4)
 */
export class RecentWork {
  readonly #entered = new Set<string>();
  readonly #underWay: () => readonly string[];
  #listener: ((appCode: string) => void) | undefined;

  /** @param underWay returns the applications that have not answered a request yet */
  constructor(underWay: () => readonly string[]) {
    this.#underWay = underWay;
  }

  /** Notes that synchronous work of an application begins. */
  enter(appCode: string): void {
    if (this.#entered.has(appCode)) return;
    this.#entered.add(appCode);
    this.#listener?.(appCode);
  }

  /** @returns the applications since the last call, and those with requests under way */
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
