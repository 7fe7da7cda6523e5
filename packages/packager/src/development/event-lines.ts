import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters, styleText } from 'node:util';
import { formatMessagesSync, type BuildFailure, type Message } from 'esbuild';
import { formatDuration, formatError } from '../cli/output.ts';
import { PackagerError } from '../errors.ts';
import type { DevelopmentEvent } from './development-loop.ts';

const SHOWN_CHANGES = 3;
const PLACE = /([\w@./-]+\.[cm]?ts):(\d+):(\d+)/;

/**
 * Formats an event for a terminal. @param root of the repository; places in host messages are
 * relative to it
 */
export function eventLines(event: DevelopmentEvent, root: string): string[] {
  switch (event.kind) {
    case 'served':
      return servedLines(event);
    case 'failed':
      return [
        ...failureText(event.error, root).split('\n'),
        styleText(
          'dim',
          event.serves ? 'the last working version keeps running' : 'no version is running yet',
        ),
      ];
    case 'migrations':
      return [
        `${styleText('yellow', '!')} ${event.changed.join(', ')}: a migration runs only once, during installation or ` +
          'the start of the sandbox. Restart the sandbox to run it; if it has run already, add a new script.',
      ];
  }
}

function servedLines(event: Extract<DevelopmentEvent, { kind: 'served' }>): string[] {
  const { build, changed, compileMs, totalMs } = event;
  const [shown, more] = [changed.slice(0, SHOWN_CHANGES), changed.length - SHOWN_CHANGES];
  const what =
    changed.length === 0 ? build.version : `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const detail = `compiled ${formatDuration(compileMs)}, loaded ${formatDuration(build.durationMs)}, ${build.routes} routes`;
  return [
    `${styleText('green', '✔')} ${what} ${styleText('bold', `in ${formatDuration(totalMs)}`)}  ${styleText('dim', detail)}`,
    ...build.skipped.map(
      ({ name, missing }) => `${styleText('yellow', '!')} ${name} is skipped: ${missing} is missing`,
    ),
    ...(build.holds ?? []).map(
      ({ module, durationMs }) =>
        `${styleText('yellow', '!')} ${module} blocked the event loop for ${durationMs} ms during its evaluation: no request was served`,
    ),
  ];
}

function failureText(error: unknown, root: string): string {
  const failure =
    error instanceof PackagerError ? (error.cause as Partial<BuildFailure> | undefined) : undefined;
  if (failure?.errors) {
    const messages = failure.errors.map((message) => fromRoot(message, root));
    const color = styleText('red', '') !== '';
    return formatMessagesSync(messages, { kind: 'error', color }).join('\n').trim();
  }
  const text = formatError(error);
  const frame = codeFrame(text, root);
  return frame === undefined ? text : `${text}\n${frame}`;
}

/**
 * Compiled sources are named relative to `plugins/`, but a terminal opens paths relative to the
 * root.
 */
function fromRoot(message: Message, root: string): Message {
  const { location } = message;
  const file = location && `plugins/${location.file}`;
  return file && existsSync(join(root, file)) ? { ...message, location: { ...location, file } } : message;
}

/** The line of a source that a message names, as `path:line:column`, with a mark under it. */
function codeFrame(message: string, root: string): string | undefined {
  const [, path = '', line = '', column = ''] = PLACE.exec(stripVTControlCharacters(message)) ?? [];
  const file = join(root, path);
  if (path === '' || !existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').split('\n')[Number(line) - 1];
  if (text === undefined) return undefined;
  const gutter = `    ${line} │ `;
  return `${styleText('dim', gutter)}${text}\n${' '.repeat(gutter.length + Number(column) - 1)}${styleText('red', '╵')}`;
}
