import { codeOf, requestContext } from '../../kernel/index.ts';

/** Codes of errors that last as long as a service is away. */
const AWAY = new Set(['DATABASE_UNREACHABLE', 'CACHE_UNREACHABLE', 'MESSAGE_BROKER_UNAVAILABLE']);
const PAUSE_MS = 60_000;
/** Kinds of lines that are remembered; applications write their own. */
const MOST = 500;

/**
 * Holds back what background work logs again and again while a service is away: several lines a
 * second, each with a stack, would fill the disk in a night. Requests are logged each time.
 */
export class RepeatedOutages {
  readonly #written = new Map<string, { readonly atMs: number; leftOut: number }>();

  /** The fields that a line gets, or undefined where it is left out. */
  take(
    logger: string,
    message: unknown,
    error: unknown,
  ): { readonly leftOut?: number | undefined } | undefined {
    const code = error === undefined ? '' : codeOf(error);
    const requestId = requestContext.current()?.requestId ?? 'internal';
    if (!AWAY.has(code) || requestId !== 'internal') return {};
    const key = [logger, String(message), code].join(' ');
    const last = this.#written.get(key);
    const now = performance.now();
    if (last && now - last.atMs < PAUSE_MS) {
      last.leftOut += 1;
      return undefined;
    }
    if (this.#written.size >= MOST) this.#written.clear();
    this.#written.set(key, { atMs: now, leftOut: 0 });
    return last && last.leftOut > 0 ? { leftOut: last.leftOut } : {};
  }
}
