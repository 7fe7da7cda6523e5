import { createPinia } from 'pinia';
import type { Component } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { createTestUiServices } from '../../../testing/index.ts';
import type { Sighting } from '../findings.ts';
import { loadRemote, type Views } from './load-remote.ts';
import { componentOf, mountView } from './mount-view.ts';
import { createPageRuntime, type Answers } from './page-runtime.ts';
import * as state from './page-state.ts';
import { installProbe, leftOver, type Effect, type Probe } from './probe.ts';
import { messageOf, TimeLimitExceeded, within } from './time-limit.ts';
import { watchErrors } from './watch-errors.ts';

export interface PageSetup {
  readonly code: string;
  readonly version: string;
  readonly entry: string;
  readonly answers: Answers;
  /** Time limit of a stage, in milliseconds. */
  readonly limit: number;
  /** Milliseconds to observe a view, and to wait after it has left. */
  readonly settle: number;
}

/** One application on its page, driven step by step so that screenshots can be taken. */
export interface CheckedPage {
  /** Returns the keys of the views; undefined if there are none. */
  load(): Promise<string[] | undefined>;
  /** Returns whether the view is mounted. */
  mount(key: string): Promise<boolean>;
  unmount(key: string): Promise<void>;
  dispose(): Promise<void>;
  /** Observations since the last call. */
  take(): Sighting[];
}

export function createCheckedPage(setup: PageSetup): CheckedPage {
  const { code, version, entry, answers, limit, settle } = setup;
  const host = document.querySelector('#host') ?? document.body;
  let seen: Sighting[] = [];
  /** The view that is mounted, or has just left. */
  let view: string | undefined;
  const see = (sighting: Sighting): void => void seen.push({ view, ...sighting });
  const probe = installProbe(window, () => view);
  watchErrors(window, see);
  const limited = <T>(work: () => T) => within(limit, probe.wait, work);
  const undo: (() => void)[] = [];
  const pinia = createPinia();
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: {} }],
  });
  const runtime = createPageRuntime({
    ...{ code, version, answers, pinia, router },
    onDispose: (one) => void undo.unshift(one),
  });
  const ui = createTestUiServices(runtime);
  let views: Views | undefined;
  let unmountCurrent: (() => void) | undefined;
  let before = state.readPageState(host);
  let initial = before;
  const told = new Set<string>();
  const styleOwners = new Map<unknown, string | undefined>();
  const leftByView = new Map<string, Map<string, number>>();

  /** Reports leftovers that outlive views, once. */
  function compare(when: string): void {
    const now = state.readPageState(host);
    for (const style of now.styles) if (!before.styles.has(style)) styleOwners.set(style, view);
    state.lastingChanges(before, now, when).forEach(see);
    state.leftNodes(before, now, when).forEach(see);
    frame(when);
    before = { ...now, title: before.title, attributes: before.attributes };
  }

  function frame(when: string): void {
    state.frameChanges(before, state.readPageState(host), when).forEach(see);
    state.restoreFrame(before);
  }

  async function attempt(key: string): Promise<Component | undefined> {
    try {
      const source = views?.[key];
      const component = source && (await limited(() => componentOf(source)));
      if (!component) see({ code: 'CHECK_RUN_VIEW_INVALID', message: 'The view is not a component.' });
      return component;
    } catch (thrown) {
      const late = thrown instanceof TimeLimitExceeded;
      see({
        code: late ? 'CHECK_RUN_TIMEOUT' : 'CHECK_RUN_VIEW_FAILED',
        message: messageOf(thrown),
      });
      return undefined;
    }
  }

  return {
    async load() {
      await router.replace(`/${code}`);
      before = initial = state.readPageState(host);
      views = await loadRemote({ code, entry, runtime, limited, see });
      await probe.wait(0);
      compare('after install');
      return views && Object.keys(views);
    },
    async mount(key) {
      view = key;
      const component = await attempt(key);
      if (!component) return false;
      await router.replace(`/${code}/${key}`);
      try {
        unmountCurrent = mountView({ component, host, pinia, router, ui, see });
      } catch (thrown) {
        see({ code: 'CHECK_RUN_HOOK_FAILED', message: messageOf(thrown) });
      }
      await probe.wait(settle);
      frame('while it is shown');
      return true;
    },
    async unmount(key) {
      unmountCurrent?.();
      unmountCurrent = undefined;
      host.replaceChildren();
      await untilQuiet(probe, settle);
      compare('after it has left');
      const counts = countBySite(probe.active());
      for (const [site, earlier] of leftByView.get(key) ?? []) {
        const effect = (counts.get(site) ?? 0) > earlier && probe.active().find((one) => one.site === site);
        if (!effect) continue;
        told.add(site);
        see(leftOver(effect, 'each showing'));
      }
      leftByView.set(key, counts);
      view = undefined;
    },
    async dispose() {
      view = undefined;
      for (const one of undo.splice(0)) {
        try {
          one();
        } catch (thrown) {
          see({ code: 'CHECK_RUN_DISPOSE_FAILED', message: messageOf(thrown) });
        }
      }
      const after = 'after the application was removed';
      await untilQuiet(probe, settle);
      compare(after);
      for (const sighting of state.leftStyles(initial, state.readPageState(host), styleOwners, after))
        see(sighting);
      for (const effect of probe.active())
        if (!told.has(effect.site)) see(leftOver(effect, 'the application was removed'));
    },
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}

function countBySite(effects: readonly Effect[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { site } of effects) counts.set(site, (counts.get(site) ?? 0) + 1);
  return counts;
}

/** Short timeouts end by themselves and are not a fault. */
async function untilQuiet(probe: Probe, settle: number): Promise<void> {
  const waiting = () => probe.active().some(({ code }) => code === 'CHECK_RUN_TIMEOUT_LEFT');
  await probe.wait(settle / 2);
  for (let turn = 0; turn < 4 && waiting(); turn++) await probe.wait(settle);
}
