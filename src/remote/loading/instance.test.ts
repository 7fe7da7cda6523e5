// @vitest-environment node
import { createPinia } from 'pinia';
import { describe, expect, it, vi } from 'vitest';
import { createDisposer } from '../disposer.ts';
import { hello, list } from '../testing/host-of.ts';
import { createInstance, type InstanceParts } from './instance.ts';

/** An instance with two views, whose effects on the host are recorded in order. */
function create(views: InstanceParts['views'] = { list }) {
  const calls: string[] = [];
  const scope = (name: string) => () => {
    calls.push(name);
    return () => void calls.push(`end ${name}`);
  };
  const disposer = createDisposer((error) => calls.push(String(error)));
  disposer.add(() => calls.push('disposed'));
  const instance = createInstance({
    app: hello,
    views,
    pinia: createPinia(),
    disposer,
    fetch: async () => new Response('', { status: 404 }),
    styles: { activate: scope('styles'), flush: () => void calls.push('flush') },
    watchdog: {
      enter: scope('run'),
      show: scope('mark'),
      check: async () => undefined,
      leaveOut: () => undefined,
      readmit: () => undefined,
      stop: () => undefined,
    },
    visibleApps: { enter: scope('visible'), current: () => undefined },
    checkIntrinsics: (_app, visible) => void calls.push(visible ? 'check visible' : 'check'),
  });
  return { instance, calls };
}

describe('a retired instance', () => {
  it('is disposed once its last view has released it', () => {
    const { instance } = create();
    const releases = [instance.retain(), instance.retain()];
    instance.retire();
    releases[0]?.();
    expect(instance.disposed.value).toBe(false);
    releases[1]?.();
    expect(instance.disposed.value).toBe(true);
  });

  it('counts a view that releases it twice only once', () => {
    const { instance } = create();
    const release = instance.retain();
    instance.retain();
    release();
    release();
    instance.retire();
    expect(instance.disposed.value).toBe(false);
  });

  it('is disposed at once if no view uses it, and only once', () => {
    const { instance, calls } = create();
    instance.retire();
    instance.dispose();
    expect(calls).toEqual(['disposed']);
  });

  it('that is in use reports why it expired', () => {
    const { instance } = create();
    instance.retain();
    instance.expire({ kind: 'removed' });
    expect([instance.expired.value, instance.disposed.value]).toEqual([{ kind: 'removed' }, false]);
  });

  it('is not disposed by a view that leaves before it retires', () => {
    const { instance } = create();
    instance.retain()();
    expect(instance.disposed.value).toBe(false);
  });
});

describe('a view of an instance', () => {
  it('is loaded once, between the mark of the watchdog and the check of the built-ins', async () => {
    const load = vi.fn(async () => ({ default: list }));
    const { instance, calls } = create({ list: load });
    expect(await Promise.all([instance.view('list'), instance.view('list')])).toEqual([list, list]);
    expect(load).toHaveBeenCalledOnce();
    expect(calls).toEqual(['run', 'end run', 'check']);
  });

  it('is loaded again after a failure', async () => {
    const load = vi.fn(async () => ({ default: list })).mockRejectedValueOnce(new Error('offline'));
    const { instance } = create({ list: load });
    await expect(instance.view('list')).rejects.toMatchObject({ code: 'REMOTE_CHUNK_FAILED' });
    expect(await instance.view('list')).toBe(list);
  });

  it('is visible until it is hidden', () => {
    const { instance, calls } = create();
    const hide = instance.show();
    expect(calls).toEqual(['mark', 'visible', 'styles']);
    hide();
    expect(calls.slice(3)).toEqual(['end mark', 'end visible', 'end styles']);
  });

  it('has its styles and the built-ins checked when it has been rendered', () => {
    const { instance, calls } = create();
    instance.rendered();
    expect(calls).toEqual(['flush', 'check visible']);
  });
});
