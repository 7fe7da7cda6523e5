import { compileExpression, type Evaluate } from '../expression/expression.ts';
import { truthy } from '../expression/values.ts';
import type { CompiledSql } from '../statement/compiled-sql.ts';
import { SqlContext, type Entries, type Piece, type SqlNode } from '../statement/sql-context.ts';

/** Two of each, so that separators show. */
const LIST: Entries = { keys: undefined, values: [undefined, undefined] };

/** A part of a statement that is not always there, and where it stands. */
export interface ProbedPiece {
  readonly piece: Piece;
  /** Those that it stands in, the outermost first. */
  readonly within: readonly Piece[];
  /** The parts of its `choose`, of which one is there; itself alone for an `if`. */
  readonly alternatives: readonly Piece[];
}

/** Puts a statement together without parameters: nothing is evaluated. */
abstract class Probe extends SqlContext {
  constructor(databaseId: string) {
    super({}, databaseId);
  }

  override value(_evaluate: Evaluate, casts: Readonly<Record<string, string>>): void {
    this.bind(null, casts);
  }

  override define(name: string): void {
    super.define(name, () => undefined);
  }

  /** A list that is empty is seldom meant to be: `in <foreach …>` takes none. */
  override entries(): Entries {
    return LIST;
  }
}

/** Finds the parts of a statement. */
class Survey extends Probe {
  readonly pieces: ProbedPiece[] = [];
  readonly #databaseId: string;
  #within: readonly Piece[] = [];

  constructor(databaseId: string) {
    super(databaseId);
    this.#databaseId = databaseId;
  }

  override piece(piece: Piece): void {
    this.#enter(piece, [piece]);
  }

  override firstOf(pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#enter(piece, pieces);
  }

  override substitute(): void {
    // Its text is not known.
  }

  /** Once, however often it is in a list. */
  override entries(): Entries {
    return { keys: undefined, values: [undefined] };
  }

  #enter(piece: Piece, alternatives: readonly Piece[]): void {
    if (isOfAnother(piece.source, this.#databaseId)) return;
    const outer = this.#within;
    this.pieces.push({ piece, within: outer, alternatives });
    this.#within = [...outer, piece];
    this.within(piece.content);
    this.#within = outer;
  }
}

/** Puts a statement together with some of its parts. */
class Rendering extends Probe {
  /** Text of the caller's stands in it. */
  substitutes = false;
  /** The parts that came to stand in it. */
  readonly entered = new Set<Piece>();
  readonly #pieces: ReadonlySet<Piece>;

  constructor(pieces: ReadonlySet<Piece>, databaseId: string) {
    super(databaseId);
    this.#pieces = pieces;
  }

  override piece(piece: Piece): void {
    if (!this.#pieces.has(piece)) return;
    this.entered.add(piece);
    this.within(piece.content);
  }

  override firstOf(pieces: readonly Piece[]): void {
    const chosen = pieces.find((piece) => this.#pieces.has(piece));
    if (chosen) this.piece(chosen);
  }

  override substitute(): void {
    this.substitutes = true;
  }
}

/** The parts of a statement that may be there on a database. */
export function piecesOf({ content }: CompiledSql, databaseId: string): readonly ProbedPiece[] {
  const survey = new Survey(databaseId);
  content(survey);
  return survey.pieces;
}

/** A statement with some of its parts. */
export interface Rendered {
  /** With marks for bound values; undefined where a part of it is the caller's. */
  readonly text: string | undefined;
  /** The parts that stand in it. */
  readonly pieces: ReadonlySet<Piece>;
}

/** Puts a statement together with some of its parts. */
export function renderWith(
  { content }: { readonly content: SqlNode },
  pieces: ReadonlySet<Piece>,
  databaseId: string,
): Rendered {
  const rendering = new Rendering(pieces, databaseId);
  content(rendering);
  return { text: rendering.substitutes ? undefined : rendering.text, pieces: rendering.entered };
}

const DATABASES = ['sqlite', 'mysql', 'postgres'];

/** Whether a test never holds on a database, as far as `_databaseId` alone decides it. */
function isOfAnother(source: string, databaseId: string): boolean {
  return source.split(/\band\b|&&/).some((part) => {
    if (!/^[\s(!]*_databaseId\b/.test(part) || /\bor\b|\|\|/.test(source)) return false;
    const names = part.match(/'[^']*'|"[^"]*"/g) ?? [];
    if (names.length === 0 || !names.every((name) => DATABASES.includes(name.slice(1, -1)))) return false;
    return !holds(part, databaseId);
  });
}

function holds(source: string, databaseId: string): boolean {
  try {
    const test = compileExpression(source);
    return truthy(test({ lookup: (name) => (name === '_databaseId' ? databaseId : undefined) }));
  } catch {
    return true;
  }
}
