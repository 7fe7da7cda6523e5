import type { MapperOperations } from '@platform/plugin-sdk/orm';
import { countStatement, requestContext, serviceToken, traced } from '../../kernel/index.ts';

/** Calls of one statement since the start of the host. */
export interface StatementTime {
  readonly appCode: string;
  /** Class of the mapper and name of the statement or method. */
  readonly statement: string;
  count: number;
  failures: number;
  seconds: number;
}

/** Counts the statements of mappers, and makes spans of them. (design 11.2, 11.4) */
export class StatementTimes {
  readonly #times = new Map<string, StatementTime>();

  /** Statements that are bound now or were before; a statement of a next version continues. */
  list(): readonly StatementTime[] {
    return [...this.#times.values()];
  }

  observed<Args extends unknown[], R>(
    appCode: string,
    statement: string,
    work: (...args: Args) => Promise<R>,
  ): (...args: Args) => Promise<R> {
    const time = this.#timeOf(appCode, statement);
    const facts = { name: statement, attributes: { 'platform.application': appCode } };
    return (...args) => {
      const startedAt = performance.now();
      const result = traced(
        () => facts,
        () => work(...args),
      );
      const use = requestContext.current()?.statements;
      const ended = (): void => {
        const ms = performance.now() - startedAt;
        time.seconds += ms / 1000;
        if (use) countStatement(use, statement, ms);
      };
      time.count += 1;
      result.then(ended, () => {
        time.failures += 1;
        ended();
      });
      return result;
    };
  }

  /** The generated statements of a mapper. */
  observedOperations<T extends object>(
    appCode: string,
    mapper: string,
    engine: MapperOperations<T>,
  ): MapperOperations<T> {
    const prototype = Object.getPrototypeOf(engine) as Record<string, unknown>;
    const operations = Object.getOwnPropertyNames(prototype)
      .filter((name) => name !== 'constructor' && typeof prototype[name] === 'function')
      .map((name) => {
        const method = prototype[name] as (...args: unknown[]) => Promise<unknown>;
        return [name, this.observed(appCode, `${mapper}.${name}`, method.bind(engine))];
      });
    return Object.fromEntries(operations) as MapperOperations<T>;
  }

  #timeOf(appCode: string, statement: string): StatementTime {
    const key = `${appCode} ${statement}`;
    let time = this.#times.get(key);
    if (!time) {
      time = { appCode, statement, count: 0, failures: 0, seconds: 0 };
      this.#times.set(key, time);
    }
    return time;
  }
}

export const STATEMENT_TIMES = serviceToken<StatementTimes>('statement times');
