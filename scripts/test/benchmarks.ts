import { run } from '../lib/run.ts';
import type { Step } from '../lib/steps.ts';

/** Each benchmark with the least that it can measure: whether it still runs, not how fast it is. */
export const briefly: Readonly<Record<string, readonly string[]>> = {
  administration: ['--database=sqlite', '--requests=5'],
  cluster: ['--rounds=1', '--requests=500', '--upgrades=1', '--loaded-upgrades=1'],
  connections: ['--replacements=2', '--connections=100'],
  'dev-loop': ['--saves=3', '--rate=50'],
  'edit-to-screen': ['--saves=2'],
  frontend: ['--rounds=1', '--views=10', '--applications=10', '--builds=1'],
  http: ['--rounds=1', '--requests=200'],
  inspections: ['uploads'],
  lists: ['--rounds=1', '--requests=20'],
  mapper: ['--rounds=2', '--milliseconds=5'],
  market: ['--applications=10', '--requests=5'],
  metrics: ['--pairs=1', '--rounds=1', '--requests=200'],
  'on-screen': ['--rounds=1', '--only=/system/users'],
  package: ['--rounds=1', '--mutations=50'],
  reload: ['--reloads=5'],
  resident: ['--seconds=2'],
  scale: ['--starts=1', '--many=5', '--beside=5', '--requests=50'],
  'shared-servers': ['--rounds=1', '--tenants=100'],
  'simulate-cluster': ['--hosts=10', '--applications=2', '--commits=1', '--operations=2', '--seconds=5'],
  swap: ['--swaps=3', '--rate=50', '--slow=1'],
  uploads: ['--small=2', '--large=1', '--rate=10'],
};

export const benchmarkSteps: readonly Step[] = Object.entries(briefly).map(([name, options]) => ({
  title: `Benchmark ${name}, briefly`,
  work: () => run('node', ['--expose-gc', `bench/${name}.ts`, ...options]),
}));
