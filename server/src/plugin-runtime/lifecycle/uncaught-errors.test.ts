import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { watchUncaughtErrors } from './uncaught-errors.ts';

const script = fileURLToPath(new URL('../testing/rejecting-host.ts', import.meta.url));
const run = promisify(execFile);

describe('unhandled rejections', () => {
  it('are attributed to their application and do not end the host', async () => {
    const { stdout } = await run(process.execPath, [script]);
    expect(JSON.parse(stdout)).toMatchObject({ faults: 3, lastMessage: 'from immediate' });
  });

  it('end the process when they are the host’s own', async () => {
    await expect(run(process.execPath, [script, 'host'])).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('of the host') as string,
    });
  });
});

const events = ['unhandledRejection', 'uncaughtException'] as const;
type Listener = (error: unknown) => void;
const listenersOf = (event: (typeof events)[number]) => process.listeners(event as 'exit') as Listener[];

describe.each(events)('%s', (event) => {
  let lines: LogLine[];
  let undo: () => unknown;
  let listener: Listener;
  const claim = vi.fn<(appCode: string, error: unknown) => boolean>();
  const onStray = vi.fn();
  let exit: MockInstance;
  let written: MockInstance;
  /** Removes what Vitest listens with, which would handle the event. */
  const alone = () => vi.spyOn(process, 'listeners').mockReturnValue([listener] as never);

  beforeEach(() => {
    claim.mockReset().mockReturnValue(true);
    onStray.mockReset();
    exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    lines = [];
    const before = listenersOf(event);
    undo = watchUncaughtErrors(claim, () => ['shop'], collectingLogger(lines), onStray);
    listener = listenersOf(event).find((each) => !before.includes(each)) ?? (() => expect.fail());
  });
  afterEach(() => {
    undo();
    vi.restoreAllMocks();
  });

  it('of an application’s request is claimed for it', () => {
    const error = new Error('x');
    requestContext.runForApplication('mall', () => listener(error));
    expect(claim).toHaveBeenCalledExactlyOnceWith('mall', error);
    expect([lines, onStray.mock.calls, exit.mock.calls]).toEqual([[], [], []]);
  });

  it('of code of another application is claimed for the one whose request it serves', () => {
    const stack = 'Error: x\n    at run (plugin://lib@1.0.0/service.js:1:1)';
    const error = Object.assign(new Error('x'), { stack });
    requestContext.runForApplication('mall', () => listener(error));
    listener(error);
    expect(claim.mock.calls).toEqual([
      ['mall', error],
      ['lib', error],
    ]);
  });

  it('of an application that is no longer loaded is logged', () => {
    claim.mockReturnValue(false);
    const error = new Error('x');
    requestContext.runForApplication('mall', () => listener(error));
    expect(lines).toMatchObject([{ level: 'error', fields: { appCode: 'mall', error } }]);
    expect(exit).not.toHaveBeenCalled();
  });

  it.each([undefined, 'a text', { stack: '\n at x' }, Object.assign(new Error('x'), { stack: 'Error: x' })])(
    'without an origin is reported with the applications at work: %o',
    (thrown) => {
      alone();
      listener(thrown);
      expect(onStray).toHaveBeenCalledExactlyOnceWith(thrown, ['shop']);
      expect(lines).toMatchObject([{ level: 'error', fields: { atWork: ['shop'], error: thrown } }]);
      expect([claim.mock.calls, exit.mock.calls]).toEqual([[], []]);
    },
  );

  it('of the host ends the process, and says why', () => {
    alone();
    const error = new Error('the host is broken');
    listener(error);
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
    expect(lines).toMatchObject([{ level: 'error', fields: { error } }]);
    expect(written.mock.calls.join()).toContain('the host is broken');
  });

  it('of the host is left to the listener of another, if there is one', () => {
    vi.spyOn(process, 'listeners').mockReturnValue([listener, () => undefined] as never);
    listener(new Error('x'));
    expect([lines, exit.mock.calls]).toEqual([[], []]);
  });

  it('that cannot be recorded does not escape', () => {
    claim.mockImplementation(() => {
      throw new Error('no space');
    });
    requestContext.runForApplication('mall', () => listener(new Error('x')));
    expect(written.mock.calls.join()).toContain('An error could not be recorded: no space');
  });

  it('is no longer watched after that ends', () => {
    expect(listenersOf(event)).toContain(listener);
    undo();
    expect(listenersOf(event)).not.toContain(listener);
  });
});
