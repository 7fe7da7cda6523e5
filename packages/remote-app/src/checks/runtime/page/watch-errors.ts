import type { Sighting } from '../findings.ts';
import { messageOf } from './time-limit.ts';

/** Reports console output and uncaught errors. */
export function watchErrors(page: Window & typeof globalThis, see: (sighting: Sighting) => void): void {
  const texts = (values: readonly unknown[]): string => values.map(messageOf).join(' ');
  page.console.error = (...values: unknown[]) =>
    see({ code: 'CHECK_RUN_CONSOLE_ERROR', message: texts(values) });
  page.console.warn = (...values: unknown[]) => {
    const text = texts(values);
    const code = text.startsWith('[Vue') ? 'CHECK_RUN_VUE_WARNING' : 'CHECK_RUN_CONSOLE_WARNING';
    see({ code, message: text });
  };
  page.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    see({ code: 'CHECK_RUN_REJECTION', message: `Unhandled rejection: ${messageOf(event.reason)}` });
  });
  page.addEventListener('error', (event) => {
    event.preventDefault();
    const { message, filename, lineno } = event;
    const place = filename.includes('/remote-apps/') ? { url: filename, line: lineno } : {};
    see({ code: 'CHECK_RUN_UNCAUGHT', message, ...place });
  });
}
