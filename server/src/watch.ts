import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { endOwnGroup } from './startup/end-own-group.ts';
import { residentReader } from './startup/resident-bytes.ts';
import type { NamedApplication, WatchData } from './startup/watcher/shared-turns.ts';
import { Watch } from './startup/watcher/watch.ts';
import { TICK_MS } from './supervisor/silence.ts';
import { WATCHER_DESCRIPTOR } from './supervisor/protocol.ts';

const { supervisor, turns } = workerData as WatchData;
const watch = new Watch({
  turns: new Int32Array(turns),
  supervisor,
  parent: () => process.ppid,
  resident: residentReader(),
  tell: (report) => {
    try {
      writeSync(WATCHER_DESCRIPTOR, `${JSON.stringify(report)}\n`);
    } catch {
      // Nobody reads it: the next look ends the process, or the pipe is full.
    }
  },
  end: endOwnGroup,
});
parentPort?.on('message', (named: NamedApplication) => watch.name(named));
// A little slower than the loop counts, so that a timer that is late is not stillness.
setInterval(() => watch.look(), 1.5 * TICK_MS);
