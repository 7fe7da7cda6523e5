import type { CompiledSql } from '../statement/compiled-sql.ts';
import type { Piece } from '../statement/sql-context.ts';
import { piecesOf, renderWith, type ProbedPiece } from './probe.ts';

/** Maximum number of variants tried for one statement. Undecided parts count as correct. */
const MOST_TRIES = 200;

/** Returns why a variant cannot run; undefined when it can, or when that is unknown. */
export type Try<F> = (text: string) => Promise<F | undefined>;

/** A part that fails in every variant. */
export interface WrongPart<F> {
  readonly failure: F;
  /** Line of its element, from 1; undefined for the fixed part. */
  readonly line: number | undefined;
}

/**
 * Tries a statement with all parts, with none, and with each arm of a `choose`. (design 16-2)
 *
 * Parts may exclude or require one another, so a part is wrong only if every variant that contains
 * it fails: alone, with matching parts, and in pairs.
 *
 * @param rank orders failures by significance; the highest is reported
 */
export async function checkPart<F>(
  sql: CompiledSql,
  databaseId: string,
  attempt: Try<F>,
  rank: (failure: F) => number,
): Promise<Array<WrongPart<F>>> {
  const probed = piecesOf(sql, databaseId);
  const search = new Search(sql, databaseId, attempt, rank);
  const arms = Math.max(1, ...probed.map(({ alternatives }) => alternatives.length));
  for (let arm = 0; arm < arms; arm += 1) await search.try(withArm(probed, arm));
  await search.try([]);
  const open = (): ProbedPiece[] => probed.filter(({ piece }) => !search.right.has(piece));
  let accepted: readonly ProbedPiece[] = [];
  if (open().length > 0) {
    for (const part of probed) {
      const grown = joined(accepted, part, probed);
      if (await search.try(grown)) accepted = grown;
    }
  }
  for (const part of open()) {
    await search.try(joined([], part, probed));
    for (const other of probed) {
      if (search.right.has(part.piece)) break;
      if (other !== part) await search.try(joined(joined([], other, probed), part, probed));
    }
  }
  if (search.exhausted) return [];
  if (!search.anyRight) {
    const failure = search.worst();
    return failure === undefined ? [] : [{ failure, line: undefined }];
  }
  const wrong = open();
  const isWithinWrong = ({ within }: ProbedPiece): boolean =>
    within.some((outer) => wrong.some(({ piece }) => piece === outer));
  return wrong
    .filter((part) => !isWithinWrong(part))
    .flatMap(({ piece }) => {
      const failure = search.worst(piece);
      return failure === undefined ? [] : [{ failure, line: piece.line }];
    });
}

class Search<F> {
  readonly right = new Set<Piece>();
  anyRight = false;
  exhausted = false;
  readonly #sql: CompiledSql;
  readonly #databaseId: string;
  readonly #attempt: Try<F>;
  readonly #rank: (failure: F) => number;
  readonly #outcomes = new Map<string, F | undefined>();
  readonly #failures: Array<{ readonly failure: F; readonly pieces: ReadonlySet<Piece> }> = [];

  constructor(sql: CompiledSql, databaseId: string, attempt: Try<F>, rank: (failure: F) => number) {
    this.#sql = sql;
    this.#databaseId = databaseId;
    this.#attempt = attempt;
    this.#rank = rank;
  }

  /** @returns whether the variant is correct */
  async try(parts: readonly ProbedPiece[]): Promise<boolean> {
    const wanted = new Set(parts.map(({ piece }) => piece));
    const { text, pieces } = renderWith(this.#sql, wanted, this.#databaseId);
    const failure = text === undefined ? undefined : await this.#outcomeOf(text);
    if (this.exhausted) return false;
    if (failure !== undefined) {
      this.#failures.push({ failure, pieces });
      return false;
    }
    this.anyRight = true;
    for (const piece of pieces) this.right.add(piece);
    return true;
  }

  /**
   * The most significant failure of variants with a part; among equals, that with the fewest
   * parts.
   */
  worst(piece?: Piece): F | undefined {
    return this.#failures
      .filter(({ pieces }) => piece === undefined || pieces.has(piece))
      .toSorted((a, b) => this.#rank(b.failure) - this.#rank(a.failure) || a.pieces.size - b.pieces.size)[0]
      ?.failure;
  }

  async #outcomeOf(text: string): Promise<F | undefined> {
    if (this.#outcomes.has(text)) return this.#outcomes.get(text);
    if (this.#outcomes.size >= MOST_TRIES) {
      this.exhausted = true;
      return undefined;
    }
    const failure = await this.#attempt(text);
    this.#outcomes.set(text, failure);
    return failure;
  }
}

/** All parts, with the arm of that number, or the last one, of each `choose`. */
const withArm = (probed: readonly ProbedPiece[], arm: number): ProbedPiece[] =>
  probed.filter(({ piece, alternatives }) => {
    const there = alternatives.filter((one) => probed.some((other) => other.piece === one));
    return there[Math.min(arm, there.length - 1)] === piece;
  });

/** Adds a part and its ancestors, and removes the alternatives that it replaces. */
function joined(
  parts: readonly ProbedPiece[],
  added: ProbedPiece,
  probed: readonly ProbedPiece[],
): ProbedPiece[] {
  const chain = probed.filter(({ piece }) => piece === added.piece || added.within.includes(piece));
  const replaced = new Set(chain.flatMap(({ alternatives }) => alternatives));
  return [...parts.filter(({ piece }) => !replaced.has(piece)), ...chain];
}
