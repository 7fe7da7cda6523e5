import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { CallLimits } from './call-limits.ts';

describe('the limits of a call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('abort it after the timeout, counted from the last restart', () => {
    const limits = new CallLimits('pay.example', 100, undefined);
    vi.advanceTimersByTime(99);
    limits.restart();
    vi.advanceTimersByTime(99);
    expect(limits.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limits.signal.aborted).toBe(true);
    expect(limits.failure(new Error('aborted'))).toMatchObject({ code: 'HTTP_TIMEOUT', status: 504 });
  });

  it('end with it', () => {
    const limits = new CallLimits('pay.example', 100, undefined);
    limits.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(limits.signal.aborted).toBe(false);
  });

  it('give the caller its own error when it cancels', () => {
    const caller = new AbortController();
    const limits = new CallLimits('pay.example', 100, caller.signal);
    caller.abort();
    const error = new Error('cancelled');
    expect(limits.signal.aborted).toBe(true);
    expect(limits.failure(error)).toBe(error);
  });

  it('keep a platform error, and map any other to HTTP_UNREACHABLE with its cause', () => {
    const limits = new CallLimits('pay.example', 100, new AbortController().signal);
    const known = new PlatformError({ code: 'HTTP_ANSWER_TOO_LARGE', status: 502, message: 'x', fix: 'y' });
    expect(limits.failure(known)).toBe(known);
    const cause = new Error('connect ECONNREFUSED');
    expect(limits.failure(new TypeError('fetch failed', { cause }))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });
});
