import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Where a source names an error code. */
export interface CodeSite {
  readonly file: string;
  readonly line: number;
}

const SOURCES = ['server/src/**/*.ts', 'packages/*/src/**/*.ts', 'src/**/*.{ts,vue}'];
const NOT_SOURCES = /\.test\.ts$|\.contract\.ts$|\/testing\//;
const SNAKE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;
const WORD = /^[A-Z][A-Z0-9]{3,}$/;

/**
 * Literals that look like codes and are none: errors of databases, names of environment variables.
 */
const NOT_CODES = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'EAI_AGAIN',
  // Words of Spring Boot's actuator.
  'CLIENT_ERROR',
  'OUT_OF_SERVICE',
  'SERVER_ERROR',
  'TOTAL_TIME',
  'ER_CONNECTION_KILLED',
  'ER_CON_COUNT_ERROR',
  'ER_DUP_ENTRY',
  'ER_LOCK_DEADLOCK',
  'ER_SERVER_SHUTDOWN',
  'ERR_OUT_OF_RANGE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'PLATFORM_APP_VERSION',
  'PLATFORM_CONFIG_DIR',
  'PLATFORM_DATA_DIR',
  'PLATFORM_HOME',
  'PLATFORM_PASSWORD',
  'PLATFORM_CODE',
  // Fields of the install form.
  'MONITOR_PASSWORD',
  'REDIS_PASSWORD',
  // Codes of openid-client.
  'OAUTH_TIMEOUT',
  'PLATFORM_PROFILE',
  'PLATFORM_REMOTE_FORMAT',
  'PLATFORM_REMOTE_OUT',
  'PLATFORM_SHELL',
  'PLATFORM_SUPERVISOR',
  'PLATFORM_TOKEN',
  'PLATFORM_URL',
  'PLATFORM_CA',
  'PROTOCOL_CONNECTION_LOST',
  'WHEN_REQUIRED',
]);

/** The program text of a source; of a Vue component its script, on the lines where it stands. */
function programText(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.vue')) return text;
  const script = /<script\b[^>]*>([\s\S]*?)<\/script>/.exec(text);
  if (!script) return '';
  const start = script.index + script[0].indexOf('>') + 1;
  return text.slice(0, start).replace(/[^\n]/g, ' ') + script[1];
}

/**
 * Whether the position of a literal makes it a code, as in `code: 'FORBIDDEN'`. Codes of one word
 * need this.
 */
function isValueOfCode(literal: ts.Node): boolean {
  let node = literal.parent;
  while (ts.isConditionalExpression(node) || ts.isBinaryExpression(node)) node = node.parent;
  return ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'code';
}

function isCode(literal: ts.StringLiteralLike): boolean {
  if (NOT_CODES.has(literal.text)) return false;
  return SNAKE.test(literal.text) || (WORD.test(literal.text) && isValueOfCode(literal));
}

function codesIn(file: string): Array<{ code: string; line: number }> {
  const source = ts.createSourceFile(file, programText(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found: Array<{ code: string; line: number }> = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && isCode(node)) {
      found.push({ code: node.text, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Collects every error code in the sources of host, packages and shell, with its places. Any string
 * literal in capitals with an underscore counts, wherever it stands (a `code` property, an
 * argument, a table, a type), so that a new way of raising errors cannot hide one. The exceptions
 * are listed above.
 */
export function collectErrorCodes(root: string): Map<string, CodeSite[]> {
  const codes = new Map<string, CodeSite[]>();
  for (const pattern of SOURCES) {
    for (const path of globSync(pattern, { cwd: root })) {
      const file = path.replaceAll('\\', '/');
      if (NOT_SOURCES.test(file)) continue;
      for (const { code, line } of codesIn(join(root, file))) {
        codes.set(code, [...(codes.get(code) ?? []), { file, line }]);
      }
    }
  }
  return codes;
}

/** The codes that the error reference explains: first cells of its tables, in backquotes. */
export function documentedErrorCodes(markdown: string): string[] {
  return [...markdown.matchAll(/^\|\s*`([A-Z][A-Z0-9_]+)`\s*\|/gm)].map((match) => match[1] ?? '');
}
