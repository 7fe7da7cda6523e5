import { compileExpression, type Evaluate } from '../expression/expression.ts';
import { truthy } from '../expression/values.ts';
import type { CompiledSql } from '../statement/compiled-sql.ts';
import { SqlContext, type Entries, type Piece, type SqlNode } from '../statement/sql-context.ts';

/** Two elements, so that separators are rendered. */
const LIST: Entries = { keys: undefined, values: [undefined, undefined] };

/** An optional part of a statement, and its position. */
export interface ProbedPiece {
  readonly piece: Piece;
  /** Enclosing parts, the outermost first. */
  readonly within: readonly Piece[];
  /** Arms of its `choose`, or the `if` alone. */
  readonly alternatives: readonly Piece[];
}

/** Renders a statement without parameters and evaluates nothing. */
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

  /** Lists are never empty, since `in <foreach …>` does not allow that. */
  override entries(): Entries {
    return LIST;
  }
}

/** Collects the parts of a statement. */
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
    // The substituted text is unknown.
  }

  /** One element is enough to find the parts. */
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

/** Renders a statement with a selection of parts. */
class Rendering extends Probe {
  /** Whether the caller substitutes text. */
  substitutes = false;
  /** Parts that were rendered. */
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

/** Parts of a statement that may be present on a database. */
export function piecesOf({ content }: CompiledSql, databaseId: string): readonly ProbedPiece[] {
  const survey = new Survey(databaseId);
  content(survey);
  return survey.pieces;
}

/** A rendered selection of parts. */
export interface Rendered {
  /** Text with marks for bound values; undefined where the caller substitutes text. */
  readonly text: string | undefined;
  /** Parts in the text. */
  readonly pieces: ReadonlySet<Piece>;
}

/** Renders a statement with a selection of parts. */
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

/** Whether a test can never hold on a database because of `_databaseId`. */
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
