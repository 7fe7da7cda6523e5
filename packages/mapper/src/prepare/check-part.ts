import type { CompiledSql } from '../statement/compiled-sql.ts';
import type { Piece } from '../statement/sql-context.ts';
import { piecesOf, renderWith, type ProbedPiece } from './probe.ts';

/** Most texts that are tried of one statement; what is not settled by then is taken. */
const MOST_TRIES = 200;

/** Why a statement, put together in one way, cannot run; undefined where it can, or where nobody knows. */
export type Try<F> = (text: string) => Promise<F | undefined>;

/** A part of a statement that no way of putting it together makes right. */
export interface WrongPart<F> {
  readonly failure: F;
  /** Of its element, from 1; undefined for what is always there. */
  readonly line: number | undefined;
}

/**
 * Tries a statement with all of its parts, with none, and with each arm of a `choose` (design 16-2). Parts may exclude or need one
 * another, so that a part counts as wrong only where no text that it stands in is right: then each is tried alone, with those that
 * go together, and in pairs.
 *
 * @param rank which of several failures says most; the highest is told
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

  /** @returns whether the text is right */
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

  /** The failure that says most, of texts that a part stands in; the one with the fewest parts among equals. */
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

/** Everything, and of each `choose` the arm of that number, or its last. */
const withArm = (probed: readonly ProbedPiece[], arm: number): ProbedPiece[] =>
  probed.filter(({ piece, alternatives }) => {
    const there = alternatives.filter((one) => probed.some((other) => other.piece === one));
    return there[Math.min(arm, there.length - 1)] === piece;
  });

/** Parts with one more, what it stands in, and without those of which it takes the place. */
function joined(
  parts: readonly ProbedPiece[],
  added: ProbedPiece,
  probed: readonly ProbedPiece[],
): ProbedPiece[] {
  const chain = probed.filter(({ piece }) => piece === added.piece || added.within.includes(piece));
  const replaced = new Set(chain.flatMap(({ alternatives }) => alternatives));
  return [...parts.filter(({ piece }) => !replaced.has(piece)), ...chain];
}
