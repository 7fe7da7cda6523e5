import { Disposer } from '../../kernel/index.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';

/** Behaviour of a {@link fakeApplication}. */
export interface FakeBehaviour {
  /** Names of its jobs. */
  readonly jobs?: readonly string[];
  readonly start?: () => Promise<void>;
  readonly stop?: () => Promise<unknown[]>;
}

/** A loaded application without beans, for tests of starting and stopping. */
export function fakeApplication(
  appCode: string,
  log: string[],
  { jobs = [], start = async () => undefined, stop = async () => [] }: FakeBehaviour = {},
): LoadedApplication {
  const all = jobs.map((name) => ({ name, className: `${appCode}.${name}` }));
  const fake = {
    appCode,
    siblings: [],
    parts: {
      instance: {},
      disposer: new Disposer(),
      jobs: { all, find: (name: string) => all.find((job) => job.name === name) },
    },
    start: () => {
      log.push(`start ${appCode}`);
      return start();
    },
    stop: () => {
      log.push(`stop ${appCode}`);
      return stop();
    },
  };
  return fake as unknown as LoadedApplication;
}
