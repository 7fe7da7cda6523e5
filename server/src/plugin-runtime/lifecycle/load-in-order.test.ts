import { describe, expect, it } from 'vitest';
import type { ApplicationSource } from '../loading/read-application.ts';
import { loadInOrder } from './load-in-order.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Loads a graph of imports; loads named in `unreadable` fail before their jar is read. */
async function load(
  graph: Readonly<Record<string, readonly string[]>>,
  unreadable: readonly string[] = [],
): Promise<string[]> {
  const log: string[] = [];
  const jars = new Map(Object.keys(graph).map((code) => [code, `${code}.jar`]));
  await loadInOrder(jars, async (appCode, jar, ready) => {
    expect(jar).toBe(`${appCode}.jar`);
    await nextTurn();
    if (unreadable.includes(appCode)) {
      log.push(`failed ${appCode}`);
      return;
    }
    const all = await ready({ appCode, siblings: graph[appCode] } as ApplicationSource);
    log.push(`begin ${appCode} of ${all.size}`);
    await nextTurn();
    log.push(`end ${appCode}`);
  });
  return log;
}

describe('loading in order', () => {
  it('loads an application after those whose classes it imports', async () => {
    expect(await load({ shop: ['member'], report: ['shop', 'member'], member: [] })).toEqual([
      ...['begin member of 3', 'end member'],
      ...['begin shop of 3', 'end shop'],
      ...['begin report of 3', 'end report'],
    ]);
  });

  it('loads independent applications in parallel', async () => {
    expect(await load({ a: [], b: [] })).toEqual(['begin a of 2', 'begin b of 2', 'end a', 'end b']);
  });

  it('does not wait for an application that is absent or unreadable', async () => {
    expect(await load({ shop: ['member', 'absent'], member: [] }, ['member'])).toEqual([
      'failed member',
      'begin shop of 1',
      'end shop',
    ]);
  });

  it('does not wait within a cycle', async () => {
    const log = await load({ a: ['b'], b: ['a'], c: ['a'] });
    expect(log.slice(0, 2)).toEqual(['begin a of 3', 'begin b of 3']);
    expect(log.indexOf('begin c of 3')).toBeGreaterThan(log.indexOf('end a'));
  });
});
