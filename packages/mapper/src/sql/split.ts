import type { Dialect } from '../dialect.ts';
import { ProgramBlocks } from './blocks.ts';
import { lineAt, tokenize, type Token } from './tokens.ts';

/** One statement of a script, without its semicolon. */
export interface Statement {
  readonly text: string;
  /** Line of its first token, from 1. */
  readonly line: number;
  /** Tokens without spaces and comments. */
  readonly tokens: readonly Token[];
}

/**
 * Splits a script into its statements.
 *
 * @throws SQL_SCRIPT_INVALID
 */
export function splitScript(sql: string, dialect: Dialect): Statement[] {
  const statements: Statement[] = [];
  const blocks = new ProgramBlocks();
  let tokens: Token[] = [];
  const finish = (): void => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first && last) {
      statements.push({ text: sql.slice(first.start, last.end), line: lineAt(sql, first.start), tokens });
    }
    tokens = [];
    blocks.reset();
  };
  for (const token of tokenize(sql, dialect)) {
    const isSemicolon = token.kind === 'symbol' && sql.charAt(token.start) === ';';
    if (isSemicolon && !blocks.open) finish();
    else if (token.kind !== 'space' && token.kind !== 'comment') {
      tokens.push(token);
      if (token.kind === 'word') {
        blocks.word(sql.slice(token.start, token.end), sql.slice(tokens[0]?.start, token.end));
      }
    }
  }
  finish();
  return statements;
}
