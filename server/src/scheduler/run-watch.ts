import type { EventSink } from '../kernel/index.ts';
import { appendedTo } from './appended-text.ts';
import type { RunStore } from './run-store.ts';
import type { TaskRunner } from './task-runner.ts';
import { UNENDED, type TaskRun } from './task.ts';

/** Interval of reading the record, which the node of the run saves every second. */
const LOOK_MS = 1_000;

/**
 * Follows a run: its record, then each line that it logs, up to its end. Lines of a run on this
 * node come at once, those of another node with its record.
 */
export class RunWatch {
  readonly #runs: Pick<RunStore, 'find'>;
  readonly #runner: Pick<TaskRunner, 'logOf' | 'onLine'>;

  constructor(runs: Pick<RunStore, 'find'>, runner: Pick<TaskRunner, 'logOf' | 'onLine'>) {
    this.#runs = runs;
    this.#runner = runner;
  }

  /** @returns a function that stops following */
  follow(run: TaskRun, sink: EventSink): () => void {
    let shown = this.#runner.logOf(run.logId) ?? run.logText ?? '';
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    const unsubscribe = this.#runner.onLine(run.logId, (text) => sink.send('log', { text }));
    const stop = (): void => {
      stopped = true;
      clearTimeout(timer);
      unsubscribe?.();
    };
    const take = (record: TaskRun | undefined): void => {
      if (!record || !UNENDED.includes(record.status)) {
        stop();
        if (record) sink.send('end', record);
        return sink.end();
      }
      if (!unsubscribe) shown = show(shown, record, sink);
      later();
    };
    const later = (): void => {
      if (!stopped) timer = setTimeout(look, LOOK_MS);
    };
    /** A record that cannot be read now is read again. */
    const look = (): Promise<void> =>
      this.#runs.find(run.logId).then((record) => (stopped ? undefined : take(record)), later);
    sink.send('run', { ...run, logText: shown });
    void look();
    return stop;
  }
}

/** Sends what the record has beyond the text shown so far. @returns the text shown now */
function show(shown: string, record: TaskRun, sink: EventSink): string {
  const now = record.logText ?? '';
  const text = appendedTo(shown, now);
  if (text === undefined) sink.send('run', record);
  else if (text !== '') sink.send('log', { text });
  return now;
}
