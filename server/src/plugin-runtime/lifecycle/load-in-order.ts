import type { ApplicationSource } from '../loading/read-application.ts';
import { cycleThrough, type SiblingGraph } from './sibling-graph.ts';

/** Loads one application; it calls `ready` once its jar is read. */
type Load = (
  appCode: string,
  jar: string,
  ready: (source: ApplicationSource) => Promise<SiblingGraph>,
) => Promise<void>;

/**
 * Loads applications in parallel, each after its siblings have loaded or failed.
 *
 * Members of a cycle do not wait for each other.
 *
 * @param jars jars by application code
 */
export async function loadInOrder(jars: ReadonlyMap<string, string>, load: Load): Promise<void> {
  const graph = new Map<string, readonly string[]>();
  const loads = new Map<string, Promise<void>>();
  const { promise: allRead, resolve } = Promise.withResolvers<void>();
  let reading = jars.size;
  const readEnded = (): void => void (--reading === 0 && resolve());
  for (const [appCode, jar] of jars) {
    let read = false;
    const ready = async (source: ApplicationSource): Promise<SiblingGraph> => {
      read = true;
      graph.set(appCode, source.siblings);
      readEnded();
      await allRead;
      if (cycleThrough(appCode, graph) === undefined) {
        await Promise.all(source.siblings.flatMap((sibling) => loads.get(sibling) ?? []));
      }
      return graph;
    };
    const loading = load(appCode, jar, ready).finally(() => {
      if (!read) readEnded();
    });
    loads.set(appCode, loading);
  }
  await Promise.all(loads.values());
}
