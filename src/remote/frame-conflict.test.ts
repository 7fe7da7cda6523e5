import { afterEach, expect, it, vi } from 'vitest';
import { shallowRef } from 'vue';
import { hello } from './testing/host-of.ts';
import { createFrameConflict } from './frame-conflict.ts';
import { trackObservers, type ObserverOwners } from './effects/observer-owners.ts';
import { createVisibleApps } from './effects/visible-apps.ts';

let observers: ObserverOwners | undefined;
afterEach(() => observers?.stop());

/** A conflict of two applications; `running` owns the observers that are created. */
function conflict(running: { app: string | undefined }) {
  const ended: string[] = [];
  const leftOut: string[] = [];
  const reports: string[] = [];
  observers = trackObservers(() => running.app, { MutationObserver: window.MutationObserver });
  const visibleApps = createVisibleApps();
  const end = createFrameConflict({
    catalog: { apps: shallowRef([hello]) },
    loader: { end: (code) => (ended.push(code), undefined) },
    observers,
    visibleApps,
    watchdog: { leaveOut: ({ code }) => void leftOut.push(code) },
    report: (app, _error, _where, options) => void reports.push(`${app} ${options?.notice}`),
  });
  return { end, visibleApps, ended, leftOut, reports };
}

it('design 9.6-36: the visible application is ended, and left out only if the conflict continues', () => {
  const { end, visibleApps, ended, leftOut, reports } = conflict({ app: undefined });
  const leave = visibleApps.enter('hello');
  end(false);
  expect([ended, leftOut, reports]).toEqual([['hello'], [], ['hello false']]);
  leave();
  end(true);
  expect([ended, leftOut]).toEqual([['hello', 'hello'], ['hello']]);
  expect(reports[1]).toBe('hello true');
});

it('nobody is ended where no application has run', () => {
  const { end, ended } = conflict({ app: undefined });
  end(false);
  expect(ended).toEqual([]);
});

it('a view that leaves twice hides no other view', () => {
  const visibleApps = createVisibleApps();
  const leave = visibleApps.enter('first');
  visibleApps.enter('second');
  leave();
  leave();
  expect(visibleApps.current()).toBe('second');
});

it('observers of the ended application are disconnected', () => {
  const page = { MutationObserver: window.MutationObserver };
  const owners = trackObservers(() => 'hello', page);
  const observer = new page.MutationObserver(() => undefined);
  const disconnect = vi.spyOn(observer, 'disconnect');
  expect([owners.has('hello'), owners.latest()]).toEqual([true, 'hello']);
  owners.disconnect('hello');
  expect(disconnect).toHaveBeenCalledOnce();
  expect([owners.has('hello'), owners.latest()]).toEqual([false, undefined]);
  owners.stop();
  expect(page.MutationObserver).toBe(window.MutationObserver);
});
