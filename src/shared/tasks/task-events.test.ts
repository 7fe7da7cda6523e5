// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Task } from './task.ts';
import { createTaskMerger, parseTaskEvent, splitLog } from './task-events.ts';

const running: Task = {
  taskId: 1,
  appCode: 'hello',
  kind: 'install',
  version: '1.0.0',
  status: 'running',
  currentStep: 'download',
  progress: 25,
  logText: 'a\nb\n',
  steps: [
    { name: 'resolve', status: 'succeeded', startedAt: null, durationMs: 3 },
    { name: 'download', status: 'running', startedAt: null, durationMs: null },
    { name: 'verify', status: 'pending', startedAt: null, durationMs: null },
  ],
  report: null,
  failure: null,
  actor: null,
  createTime: '2026-11-21T09:00:00.000Z',
  updateTime: '2026-11-21T09:00:00.000Z',
};

const log = (line: string) => ({ type: 'log', data: { line } }) as const;

describe('parseTaskEvent', () => {
  it('parses events of the server', () => {
    expect(parseTaskEvent({ event: 'progress', data: '{"progress":40}', id: undefined })).toEqual({
      type: 'progress',
      data: { progress: 40 },
    });
  });

  it.each([
    ['an unknown event', 'heartbeat', '{}'],
    ['no JSON', 'step', '{'],
    ['no object', 'log', '"line"'],
    ['nothing', 'log', 'null'],
  ])('ignores %s', (_, event, data) => {
    expect(parseTaskEvent({ event, data, id: undefined })).toBeUndefined();
  });
});

describe('createTaskMerger', () => {
  it('updates steps and keeps their order', () => {
    const merger = createTaskMerger(running);
    merger.push({ type: 'step', data: { name: 'download', status: 'succeeded', durationMs: 90 } });
    const task = merger.push({ type: 'step', data: { name: 'verify', status: 'running', durationMs: null } });
    expect(task.steps.map((step) => `${step.name} ${step.status}`)).toEqual([
      'resolve succeeded',
      'download succeeded',
      'verify running',
    ]);
    expect(task.steps[1]?.durationMs).toBe(90);
    const ended = merger.push({ type: 'step', data: { name: 'resolve', status: 'failed', durationMs: 1 } });
    expect([task.currentStep, ended.currentStep]).toEqual(['verify', 'verify']);
  });

  it('does not reset a step when the stream repeats events', () => {
    const merger = createTaskMerger(running);
    const task = merger.push({
      type: 'step',
      data: { name: 'resolve', status: 'running', durationMs: null },
    });
    expect(task.steps[0]).toMatchObject({ status: 'succeeded', durationMs: 3 });
    expect(merger.push({ type: 'progress', data: { progress: 10 } }).progress).toBe(25);
  });

  it('completes a step whose end the record knows without its duration', () => {
    const steps = running.steps.map((step) => ({ ...step, durationMs: null }));
    const task = createTaskMerger({ ...running, steps }).push({
      type: 'step',
      data: { name: 'resolve', status: 'succeeded', durationMs: 7 },
    });
    expect(task.steps[0]).toMatchObject({ status: 'succeeded', durationMs: 7 });
  });

  it('appends an unknown step', () => {
    const task = createTaskMerger(running).push({
      type: 'step',
      data: { name: 'menus', status: 'running', durationMs: null },
    });
    expect(task.steps.at(-1)?.name).toBe('menus');
  });

  it('shows repeated log lines once and new ones at the end', () => {
    const merger = createTaskMerger(running);
    for (const line of ['a', 'b', 'c']) merger.push(log(line));
    expect(splitLog(merger.push(log('c')).logText)).toEqual(['a', 'b', 'c', 'c']);
    const again = createTaskMerger({ ...running, logText: 'a\na\nb' });
    for (const line of ['a', 'a', 'a']) again.push(log(line));
    expect(splitLog(again.push(log('b')).logText)).toEqual(['a', 'a', 'b', 'a', 'b']);
  });

  it('accepts lines of a stream that starts in the middle', () => {
    expect(splitLog(createTaskMerger(running).push(log('c')).logText)).toEqual(['a', 'b', 'c']);
  });

  it('uses the record of the end event, and ignores anything after it', () => {
    const merger = createTaskMerger(running);
    const ended = { ...running, status: 'failed', logText: 'x' } as const;
    expect(merger.push({ type: 'end', data: ended })).toBe(ended);
    expect(merger.push(log('late'))).toBe(ended);
  });
});
