import { within, type Left, type Legacy } from '../kernel/index.ts';
import type { FromWorker, LeftText } from '../supervisor/index.ts';

/** The supervisor answers at once. */
const LIMIT_MS = 5_000;

/** The texts that workers leave, kept by the supervisor. */
export class RelayedLegacy implements Legacy {
  readonly #tell: (message: FromWorker) => Promise<void>;
  /** Readers in the order of their questions, which is that of the answers. */
  readonly #readers: Array<(texts: readonly LeftText[]) => void> = [];

  constructor(tell: (message: FromWorker) => Promise<void>) {
    this.#tell = tell;
  }

  /** One that does not read is not waited for. */
  leave(text: string): Promise<void> {
    return within(this.#tell({ type: 'leave', text }), LIMIT_MS, () => undefined);
  }

  read(): Promise<readonly Left[]> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error(`the supervisor did not answer within ${LIMIT_MS} ms`));
      const timer = setTimeout(late, LIMIT_MS).unref();
      this.#readers.push((texts) => {
        clearTimeout(timer);
        resolve(texts);
      });
      void this.#tell({ type: 'read' });
    });
  }

  fold(tokens: readonly string[], text: string): void {
    void this.#tell({ type: 'fold', tokens, text });
  }

  arrived(texts: readonly LeftText[]): void {
    this.#readers.shift()?.(texts);
  }
}
