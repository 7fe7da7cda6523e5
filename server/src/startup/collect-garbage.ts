import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Runs a full collection that returns free memory to the system; it takes some tens of
 * milliseconds. V8 keeps the heap at its largest size while little is allocated. A start allocates
 * about as much for temporary data as for what stays. (docs/decisions/0124)
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
