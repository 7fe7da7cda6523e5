import { createHook } from 'node:async_hooks';

/**
 * Keeps one `TickObject` of `process.nextTick` alive until the process ends.
 *
 * A full garbage collection that finds none drops their hidden classes. The code that creates them
 * then becomes megamorphic, and each tick takes five times longer for the rest of the process's
 * life. The host runs a full collection at start, so that it would be slow from the beginning.
 * `keep-tick-object.test.ts` fails once Node makes this needless.
 */
export function keepTickObject(): void {
  const kept: object[] = [];
  const hook = createHook({
    init: (_id, type, _trigger, resource: object) => {
      if (type === 'TickObject') kept.push(resource);
    },
  }).enable();
  process.nextTick(() => hook.disable());
  process.once('exit', () => kept.splice(0));
}
