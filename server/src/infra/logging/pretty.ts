import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const styles: Readonly<Record<string, Style>> = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
};
const placed = new Set(['time', 'level', 'logger', 'msg', 'error', 'pid', 'hostname']);

/** A JSON log line as a person reads it: time, level, logger, message, fields; the stack below. */
export function prettyLine(json: string, colours: boolean): string {
  const record = JSON.parse(json) as Record<string, unknown>;
  const paint = (style: Style, text: string): string =>
    colours ? styleText(style, text, { validateStream: false }) : text;
  const level = text(record['level']);
  const fields = Object.entries(record)
    .filter(([name]) => !placed.has(name))
    .map(([name, value]) => `${name}=${text(value)}`);
  const head = [
    paint('gray', new Date(text(record['time'])).toTimeString().slice(0, 8)),
    paint(styles[level] ?? 'white', level.toUpperCase().padEnd(5)),
    ...(record['logger'] ? [paint('cyan', text(record['logger']))] : []),
    text(record['msg']),
    ...(fields.length > 0 ? [paint('gray', fields.join(' '))] : []),
  ].join(' ');
  return `${head}\n${stackLines(record['error'])}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function stackLines(error: unknown): string {
  if (error === undefined) return '';
  const text =
    typeof error === 'object' && error !== null && 'stack' in error
      ? String(error.stack)
      : JSON.stringify(error);
  return `${text.replace(/^/gm, '    ')}\n`;
}
