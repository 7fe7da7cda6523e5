import { styleText } from 'node:util';

interface LogLine {
  readonly level: string;
  readonly logger?: string;
  readonly msg?: string;
  readonly appCode?: string;
  readonly requestId?: string;
  readonly stage?: string;
  readonly error?: { readonly stack?: string; readonly message?: string };
}

const HOST_FRAME = /^\s+at .*(?:\/server\/dist\/(?:host\/)?lib\/|\bnode:)/;
const STYLES: Readonly<Record<string, Parameters<typeof styleText>[0]>> = { warn: 'yellow', error: 'red' };

/**
 * A line of the host's log for the terminal of `npm run dev`: applications' own lines and all
 * errors, with the frames of applications. The watcher reports loads that failed.
 *
 * @param json a line of the log
 * @returns undefined for a line that is not for developers of applications
 */
export function hostLine(json: string): string | undefined {
  const line = parsed(json);
  if (!line) return json.trim() === '' ? undefined : json;
  const { level, logger = '', msg = '', appCode, requestId, error } = line;
  const isOfApplication = logger.startsWith('app.');
  const isTrouble = level === 'error' || (level === 'warn' && appCode !== undefined);
  if (!isOfApplication && (!isTrouble || line.stage !== undefined)) return undefined;
  const style = STYLES[level];
  const title = style ? styleText(style, level, { validateStream: false }) : level;
  const place = [
    appCode ?? logger,
    ...(requestId === undefined || requestId === 'internal' ? [] : [requestId]),
  ];
  return [`${title} ${place.join(' ')}: ${msg}`, ...stackOf(error)].join('\n');
}

function parsed(json: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as LogLine) : undefined;
  } catch {
    return undefined;
  }
}

/** The stack without the frames of the host and of Node. */
function stackOf(error: LogLine['error']): string[] {
  const lines = (error?.stack ?? error?.message ?? '').split('\n').filter((line) => line !== '');
  return lines.filter((line) => !HOST_FRAME.test(line)).map((line) => `    ${line}`);
}
