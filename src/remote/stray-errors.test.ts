import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchStrayErrors } from './stray-errors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function errorFrom(file: string): Error {
  const error = new Error('late');
  error.stack = `Error: late\n    at f (http://host${file}:1:1)`;
  return error;
}

describe('design 9.7-53: errors outside Vue', () => {
  it('belong to the application whose file they come from, once a minute', () => {
    const reported: string[] = [];
    const stop = watchStrayErrors({ report: (app) => reported.push(app) });
    const throwFrom = (file: string) =>
      window.dispatchEvent(new ErrorEvent('error', { error: errorFrom(file) }));
    throwFrom('/remote-apps/hello/~1/List-1.js');
    throwFrom('/remote-apps/hello/List-1.js');
    throwFrom('/remote-apps/member/index.js');
    throwFrom('/_shell/shell.js');
    expect(reported).toEqual(['hello', 'member']);
    vi.advanceTimersByTime(60_000);
    throwFrom('/remote-apps/hello/List-1.js');
    stop();
    throwFrom('/remote-apps/member/index.js');
    expect(reported).toEqual(['hello', 'member', 'hello']);
  });

  it('of an application in development are all reported, by the server of its sources', () => {
    const reported: string[] = [];
    const stop = watchStrayErrors({
      report: (app) => reported.push(app),
      developed: {
        ownerOf: (stack) => (stack.includes('http://localhost:5174/') ? 'mine' : undefined),
        thrown: (app, error) => reported.push(`${app}: ${error.message}`),
      },
    });
    for (const message of ['first', 'second']) {
      const error = new Error(message);
      error.stack = `Error: ${message}\n    at f (http://localhost:5174/src/views/List.vue:1:1)`;
      window.dispatchEvent(new ErrorEvent('error', { error }));
    }
    stop();
    expect(reported).toEqual(['mine: first', 'mine', 'mine: second']);
  });

  it('findings: remotes 10: thrown values that are not errors belong to the file, or to the visible view', () => {
    const reported: string[] = [];
    const stop = watchStrayErrors({
      report: (app, error) => reported.push(`${app} ${String(error)}`),
      visibleApp: () => 'shown',
    });
    const filename = 'http://host/remote-apps/hello/List-1.js';
    window.dispatchEvent(new ErrorEvent('error', { error: 'a text', filename }));
    window.dispatchEvent(new ErrorEvent('error', { error: null, filename: 'http://host/_shell/shell.js' }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: undefined }));
    const hostile = Object.defineProperty({}, 'stack', {
      get() {
        throw new Error('no stack');
      },
    });
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: hostile }));
    const shells = errorFrom('/_shell/shell.js');
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: shells }));
    stop();
    expect(reported).toEqual(['hello a text', 'shown undefined']);
  });

  it('include rejections', () => {
    const reported: unknown[] = [];
    const stop = watchStrayErrors({ report: (_app, error) => reported.push(error) });
    const reason = errorFrom('/remote-apps/hello/x.js');
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    stop();
    expect(reported).toEqual([reason]);
  });
});
