import { expect, it } from 'vitest';
import { LocalBus } from '../infra/bus/local-bus.ts';
import type { BusListener, ClusterBus } from '../infra/bus/cluster-bus.ts';
import { silentLogger, type ModuleContext } from '../kernel/index.ts';
import { followReleases } from './follow-releases.ts';

/** A host on the bus; `kept` are the applications that it keeps out. */
function host(bus: ClusterBus, kept: readonly string[], stillInQuarantine: readonly string[] = []) {
  const out = new Set(kept);
  const loaded: string[] = [];
  const listeners: BusListener[] = [];
  const load = (how: string) => async (appCode: string) => {
    out.delete(appCode);
    loaded.push(`${appCode} ${how}`);
  };
  const ctx = {
    use: () => ({
      publish: bus.publish.bind(bus),
      subscribe: (topic: string, listener: BusListener) => {
        listeners.push(listener);
        return bus.subscribe(topic, listener);
      },
    }),
    onDispose: () => undefined,
  } as unknown as ModuleContext;
  const parts = {
    placement: { placed: async (appCode: string) => ({ jar: `${appCode}.jar` }) },
    backends: {
      quarantined: (appCode: string) => out.has(appCode),
      get quarantinedCodes() {
        return [...out];
      },
      keepOut: async (appCode: string) => stillInQuarantine.includes(appCode),
      loadAgain: load('let out'),
      load: load('loaded'),
    },
  } as unknown as Parameters<typeof followReleases>[1];
  const tell = followReleases(ctx, parts);
  return { tell, loaded, missed: () => Promise.all(listeners.map(async (listener) => listener.missed())) };
}

it('design 10.3: what is let out of quarantine on one host is loaded on all that keep it out', async () => {
  const bus = new LocalBus();
  const [one, two, three] = [
    host(bus.join(silentLogger), []),
    host(bus.join(silentLogger), ['crm', 'shop']),
    host(bus.join(silentLogger), []),
  ];
  one.tell('crm');
  await expect.poll(() => two.loaded).toEqual(['crm let out']);
  expect([one.loaded, three.loaded]).toEqual([[], []]);
});

it('10.7-11: a host that may have missed it loads what is no longer to be kept out', async () => {
  const one = host(new LocalBus().join(silentLogger), ['crm', 'shop'], ['shop']);
  await one.missed();
  expect(one.loaded).toEqual(['crm loaded']);
});
