/** A command of a fenced shell block. */
export interface DocumentedCommand {
  readonly file: string;
  /** Line of its beginning, from 1. */
  readonly line: number;
  /** Which shell block of the file, from 0; a reader's `cd` holds for its block. */
  readonly block: number;
  /** On one line, without its comment. */
  readonly text: string;
}

/**
 * Reads the commands of the fenced `sh` and `bash` blocks of a document, in its order. Lines that
 * end with a backslash are joined with the next one.
 *
 * @throws Error for a block that is not closed
 */
export function readCommands(file: string, markdown: string): readonly DocumentedCommand[] {
  const commands: DocumentedCommand[] = [];
  let block = -1;
  let fence: 'shell' | 'other' | undefined;
  let begun: { line: number; text: string } | undefined;
  for (const [at, row] of markdown.split(/\r?\n/).entries()) {
    const [, language] = /^\s*```(.*)$/.exec(row) ?? [];
    if (language !== undefined) {
      if (fence === undefined) {
        fence = ['sh', 'bash'].includes(language.trim()) ? 'shell' : 'other';
        if (fence === 'shell') block += 1;
      } else fence = undefined;
      continue;
    }
    if (fence !== 'shell') continue;
    const text = withoutComment(row).trim();
    begun = begun ? { ...begun, text: `${begun.text} ${text}` } : { line: at + 1, text };
    if (begun.text.endsWith('\\')) {
      begun.text = begun.text.slice(0, -1).trimEnd();
      continue;
    }
    if (begun.text !== '') commands.push({ file, block, ...begun });
    begun = undefined;
  }
  if (fence !== undefined || begun !== undefined) throw new Error(`${file}: a block is not closed.`);
  return commands;
}

/** A `#` begins a comment at the start of a word, outside of quotes. */
function withoutComment(row: string): string {
  let quote = '';
  for (const [at, character] of [...row].entries()) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '#' && /^(?:|.*\s)$/u.test([...row].slice(0, at).join('')))
      return [...row].slice(0, at).join('');
  }
  return row;
}
