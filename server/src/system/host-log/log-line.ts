import { stripVTControlCharacters } from 'node:util';
import type { LogFilter, LogLine } from '@platform/host-api';

/** Most characters of a message, and of a detail, that leave the host in one line. */
const LONGEST = 8_192;

const weights: Readonly<Record<string, number>> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50 };

/** Fields that a line shows in places of their own. */
const placed = new Set([
  'time',
  'level',
  'logger',
  'msg',
  'worker',
  'appCode',
  'requestId',
  'traceId',
  'tenant',
  'user',
]);

/** @returns undefined for what is no line of the log, such as half of one after a full disk */
export function parseLine(json: string): LogLine | undefined {
  const record = objectOf(json);
  const { time, level, logger, msg } = record ?? {};
  if (!record || typeof time !== 'string' || typeof level !== 'string' || !(level in weights))
    return undefined;
  const own = (name: 'appCode' | 'requestId' | 'traceId' | 'tenant' | 'user'): Partial<LogLine> =>
    typeof record[name] === 'string' ? { [name]: record[name] } : {};
  const detail = detailOf(record);
  return {
    time,
    level: level as LogLine['level'],
    logger: typeof logger === 'string' ? logger : '',
    ...(typeof record['worker'] === 'number' ? { worker: record['worker'] } : {}),
    message: shortened(typeof msg === 'string' ? plain(msg) : ''),
    ...own('appCode'),
    ...own('requestId'),
    ...own('traceId'),
    ...own('tenant'),
    ...own('user'),
    ...(detail === '' ? {} : { detail: shortened(plain(detail)) }),
  };
}

export function lineMatches(line: LogLine, { level, appCode, requestId, text }: LogFilter): boolean {
  if (level !== undefined && (weights[line.level] ?? 0) < (weights[level] ?? 0)) return false;
  if (appCode && line.appCode !== appCode) return false;
  if (requestId && line.requestId !== requestId && line.traceId !== requestId) return false;
  if (!text) return true;
  const wanted = text.toLowerCase();
  return Object.values(line).some((value) => String(value).toLowerCase().includes(wanted));
}

function objectOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The other fields, one a line, then the stack of the error. */
function detailOf(record: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(record)
    .filter(([name]) => !placed.has(name) && name !== 'error')
    .map(([name, value]) => `${name}: ${textOf(value)}`);
  const { error } = record;
  if (error === undefined) return lines.join('\n');
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : error;
  return [...lines, textOf(stack)].join('\n');
}

/** Characters that a page shows as boxes, or that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text without colours for terminals and other characters that are not to be seen. */
const plain = (text: string): string =>
  stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(INVISIBLE, '');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
