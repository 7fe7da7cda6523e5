import { NODE_LEASE_MS } from '../../../server/src/data/index.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { Operations } from './operations.ts';
import type { Simulated, Simulation, Troubles } from './simulate.ts';
import { SWEEP_MS } from './simulated-host.ts';

/** Work and the pauses between two looks, beside the longest wait for something else. */
const SLACK_MS = 1_000;
/** Design 10.6: all hosts are current after the commit. */
const CURRENT_MS = 1_000;

/** Messages of an operation, whose size must not grow with the number of hosts that hear them. */
const HEARD_KIB = 32;

const p95 = (values: readonly number[]): number => percentile(values, 0.95);
const ms = (name: string, value: number, atMost?: number): Figure => ({
  ...{ name, value, unit: 'ms' },
  ...(atMost === undefined ? {} : { atMost }),
});

/** All that is known of a platform with as many hosts. */
export function figuresOf(simulation: Simulation, result: Simulated): Figure[] {
  const { hosts, loss } = simulation;
  const of = `${hosts} hosts`;
  const lost = `${of}, ${loss * 100} % lost`;
  const { commits, operations, troubles } = result;
  const waits = [...follow(lost, commits, loss), ...barriers(lost, operations, loss)];
  if (!troubles) return waits;
  return [
    ...idle(of, simulation, result),
    ...waits,
    ms(`${of}: operation knows of all`, p95(commits.reportedMs)),
    ...costs(of, hosts, operations),
    ...inTrouble(of, troubles),
  ];
}

function idle(of: string, { hosts, seconds }: Simulation, { commits, idle }: Simulated): Figure[] {
  const second = (name: string, value: number): Figure => ({
    ...{ name: `${of}: ${name}`, value: value / seconds, unit: '/s' },
  });
  return [
    { ...second('queries of a host', idle.queries / hosts), atMost: 2 },
    second('queries of all', idle.queries),
    second('rows read by a host', idle.rows / hosts),
    second('messages sent by a host', idle.sent / hosts),
    second('messages heard by a host', idle.heard / hosts),
    second('messages delivered', idle.heard),
    { name: `${of}: queries of a commit, by a host`, value: commits.load.queries / hosts, unit: '' },
    { name: `${of}: rows read in a commit, by a host`, value: commits.load.rows / hosts, unit: '' },
  ];
}

/** Hosts that had not prepared follow a commit. */
function follow(of: string, { followedMs }: Operations, loss: number): Figure[] {
  return [
    ms(`${of}: followed after, p50`, percentile(followedMs, 0.5)),
    ms(`${of}: followed after, p95`, p95(followedMs), loss === 0 ? CURRENT_MS : undefined),
    ms(`${of}: followed after, last`, Math.max(...followedMs), 5_000),
  ];
}

function barriers(of: string, operations: Operations, loss: number): Figure[] {
  // Losing a message costs at most a sweep. (design 10.4)
  const atMost = loss === 0 ? undefined : SWEEP_MS + SLACK_MS;
  return [
    ms(`${of}: waits for prepare, p95`, p95(operations.prepareMs), atMost),
    ms(`${of}: waits for ready, p95`, p95(operations.readyMs), atMost),
    ms(`${of}: prepared ones switch after, p95`, p95(operations.followedMs), atMost ?? CURRENT_MS),
  ];
}

function costs(of: string, hosts: number, { leading, load }: Operations): Figure[] {
  const cost = (name: string, value: number, unit = ''): Figure => ({
    ...{ name: `${of}, an operation: ${name}`, value, unit },
  });
  return [
    cost('queries by a host', load.queries / hosts),
    cost('queries by all', load.queries),
    cost('rows read by a host', load.rows / hosts),
    cost('rows read by the one that leads', leading.rows),
    cost('messages sent by all', load.sent),
    cost('messages delivered', load.heard),
    { ...cost('size of those that a host hears', load.bytes / 1_024 / hosts, 'KiB'), atMost: HEARD_KIB },
  ];
}

function inTrouble(of: string, { slow, withoutFollower, withoutLeaderMs }: Troubles): Figure[] {
  return [
    ms(`${of}, one slow: waits for prepare, p95`, p95(slow.prepareMs)),
    ms(`${of}, one slow: waits for ready, p95`, p95(slow.readyMs)),
    ms(`${of}, one dies: waits for prepare`, withoutFollower.prepareMs, NODE_LEASE_MS + SLACK_MS),
    { name: `${of}, one dies: rows read by the one that leads`, value: withoutFollower.rows, unit: '' },
    ms(`${of}, the leading one dies: taken back after`, withoutLeaderMs, NODE_LEASE_MS + SWEEP_MS + SLACK_MS),
  ];
}
