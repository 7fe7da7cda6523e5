const definesProgram =
  /^create(\s+or\s+replace)?(\s+(temp|temporary))?(\s+definer\s*=\s*\S+)?\s+(trigger|procedure|function|event)\b/i;
const endsOther = new Set(['if', 'loop', 'while', 'repeat']);

/** Tracks `begin … end` in triggers and routines, where a semicolon does not end the statement. */
export class ProgramBlocks {
  #program = false;
  #depth = 0;
  #afterEnd = false;

  /** Whether a semicolon here belongs to the statement. */
  get open(): boolean {
    return this.#depth > 0;
  }

  /** @param statement text of the statement so far */
  word(text: string, statement: string): void {
    if (!this.#program) this.#program = definesProgram.test(statement);
    if (!this.#program) return;
    const word = text.toLowerCase();
    if (this.#afterEnd && endsOther.has(word)) this.#depth += 1;
    else if (word === 'begin' || (word === 'case' && this.#depth > 0 && !this.#afterEnd)) this.#depth += 1;
    this.#afterEnd = word === 'end' && this.#depth > 0;
    if (this.#afterEnd) this.#depth -= 1;
  }

  reset(): void {
    this.#program = false;
    this.#depth = 0;
    this.#afterEnd = false;
  }
}
