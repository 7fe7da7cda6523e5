// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../http/index.ts';
import { createConfirmService } from './confirm-service.ts';
import { describeError } from './error-text.ts';
import { createNotices } from './notices.ts';
import { useAction } from './use-action.ts';

describe('confirm service', () => {
  it('asks one question after the other', async () => {
    const service = createConfirmService();
    const first = service.ask({ title: 'one?', action: 'One' });
    const second = service.ask({ title: 'two?', action: 'Two' });
    await Promise.resolve();
    expect(service.open.value?.title).toBe('one?');
    service.open.value?.answer(true);
    expect(await first).toBe(true);
    expect(service.open.value?.title).toBe('two?');
    service.open.value?.answer(false);
    expect(await second).toBe(false);
    expect(service.open.value).toBeUndefined();
  });
});

it('a question that is asked already is refused, and can be asked again later', async () => {
  const service = createConfirmService();
  const question = { title: 'Disable hello?', action: 'Disable hello' };
  const first = service.ask(question);
  expect(await service.ask(question)).toBe(false);
  service.open.value?.answer(true);
  expect(await first).toBe(true);
  expect(service.open.value).toBeUndefined();
  const again = service.ask(question);
  await Promise.resolve();
  service.open.value?.answer(true);
  expect(await again).toBe(true);
});

describe('notices', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('hides success notices automatically and keeps failures', () => {
    const notices = createNotices();
    notices.show('good', 'saved');
    notices.show('bad', 'lost');
    vi.advanceTimersByTime(60_000);
    expect(notices.shown.value.map((notice) => notice.text)).toEqual(['lost']);
    notices.dismiss(notices.shown.value[0]?.id ?? 0);
    expect(notices.shown.value).toEqual([]);
  });

  it('shows equal notices once, and at most four', () => {
    const notices = createNotices();
    for (const text of ['a', 'a', 'b', 'c', 'd', 'e']) notices.show('bad', text);
    expect(notices.shown.value.map((notice) => notice.text)).toEqual(['b', 'c', 'd', 'e']);
  });

  it('says the same words again in another tone or under another title', () => {
    const notices = createNotices();
    notices.show('good', 'done');
    notices.show('warn', 'done');
    notices.show('warn', 'done', undefined, 'Hello');
    notices.show('warn', 'done', undefined, 'Hello');
    expect(notices.shown.value.map(({ tone, title }) => [tone, title])).toEqual([
      ['good', undefined],
      ['warn', undefined],
      ['warn', 'Hello'],
    ]);
  });

  it('keeps a notice while the pointer is over it', () => {
    const notices = createNotices();
    notices.show('good', 'saved');
    notices.hold(true);
    vi.advanceTimersByTime(60_000);
    expect(notices.shown.value).toHaveLength(1);
    notices.hold(false);
    vi.advanceTimersByTime(60_000);
    expect(notices.shown.value).toHaveLength(0);
  });
});

describe('useAction', () => {
  it('cannot be started twice', async () => {
    const gate = Promise.withResolvers<void>();
    const work = vi.fn(() => gate.promise);
    const action = useAction(work);
    const first = action.run();
    expect(action.busy.value).toBe(true);
    expect(await action.run()).toBe(false);
    gate.resolve();
    expect(await first).toBe(true);
    expect(work).toHaveBeenCalledOnce();
    expect(action.busy.value).toBe(false);
  });

  it('keeps the failure until the next start, but not an aborted one', async () => {
    const failures = [
      new Error('down'),
      new ApiError({ code: 'REQUEST_ABORTED', status: 0, message: 'given up' }),
    ];
    const action = useAction(async () => {
      throw failures.shift() ?? new Error('none');
    });
    expect(await action.run()).toBe(false);
    expect(action.error.value).toEqual(new Error('down'));
    await action.run();
    expect(action.error.value).toBeUndefined();
  });
});

describe('describeError', () => {
  const own: Record<string, string> = {
    'errors.NETWORK_UNREACHABLE.message': '无法连接',
    'failures.CATALOG_TIMEOUT.message': '未在时限内响应：',
  };
  const words = {
    translate: (key: string, params?: Readonly<Record<string, unknown>>) =>
      own[key] && own[key] + Object.values(params ?? {}).join(),
  };

  it("translates codes of the shell and keeps the server's messages", () => {
    const offline = new ApiError({ code: 'NETWORK_UNREACHABLE', status: 0, message: 'x' });
    const refused = new ApiError({
      code: 'APP_BUSY',
      status: 409,
      message: 'hello is busy',
      requestId: 'r',
      fix: 'wait',
    });
    expect(describeError(offline, words).message).toBe('无法连接');
    expect(describeError(refused, words)).toMatchObject({
      message: 'hello is busy',
      fix: 'wait',
      requestId: 'r',
    });
  });

  it('translates server messages whose values are given', () => {
    const told = (details: unknown) =>
      describeError(
        new ApiError({ code: 'CATALOG_TIMEOUT', status: 504, message: 'Too slow.', fix: 'Wait.', details }),
        words,
      );
    expect(told({ params: { milliseconds: 3000 } })).toMatchObject({
      message: '未在时限内响应：3000',
      fix: 'Wait.',
    });
    expect(told(undefined)).toMatchObject({ message: 'Too slow.', fix: 'Wait.' });
  });

  it('has a text for any thrown value', () => {
    expect(describeError(new TypeError('x is undefined'), words)).toMatchObject({
      code: 'UNEXPECTED',
      message: 'x is undefined',
    });
    expect(describeError('plain', words).message).toBe('plain');
  });
});
