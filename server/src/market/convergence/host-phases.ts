import type { StepHost } from '@platform/host-api';
import { nodeName } from '../../cluster/index.ts';
import { PlatformError, type Timers } from '../../kernel/index.ts';
import {
  LEFT_OUT,
  type Phase,
  type PhaseAnswer,
  type PhaseStore,
  type Stage,
} from '../records/phase-store.ts';
import { newest, type HostNode } from './host-reports.ts';

const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
const SAVE_INTERVAL_MS = 2_000;

/** Parts of a task that waiting for the hosts needs. */
interface Waiting {
  readonly taskId: number;
  readonly signal: AbortSignal;
  log(line: string): void;
  hosts(hosts: readonly StepHost[]): void;
  save(): Promise<void>;
}

export interface HostPhaseParts {
  readonly nodeId: string;
  /** Data directory of this host. */
  readonly machineId: string;
  /** Undefined for a host that can only be alone. */
  readonly nodes: { rows(): Promise<readonly HostNode[]> } | undefined;
  readonly phases: PhaseStore;
  readonly timeoutMs: number;
  readonly timers: Timers;
}

/**
 * Lets an operation of this host wait until all hosts have prepared for it. (design 10.7-7)
 *
 * A host whose lease runs out is left out, and so is one that has just started: both follow the
 * commit.
 */
export class HostPhases {
  readonly #parts: HostPhaseParts;

  constructor(parts: HostPhaseParts) {
    this.#parts = parts;
  }

  /** Whether other hosts are to prepare. */
  async several(): Promise<boolean> {
    return (await this.#others()).length > 0;
  }

  /** Asks the others to prepare. */
  begin(phase: Pick<Phase, 'taskId' | 'appCode' | 'version' | 'stagedJar'>): Promise<void> {
    const { machineId, nodeId, phases } = this.#parts;
    return phases.begin({ ...phase, nodeId, machineId, stage: 'prepare' });
  }

  /** Asks the others to become ready, after the migrations. */
  advance(taskId: number): Promise<void> {
    return this.#parts.phases.advance(taskId);
  }

  /** Asks for nothing more; call it in the transaction of the commit. */
  end(taskId: number): Promise<void> {
    return this.#parts.phases.end(taskId);
  }

  /**
   * Waits until each other host has reached the stage.
   *
   * @param signal ends the waiting early
   * @throws HOST_NOT_PREPARED (409) with host, stage and cause; HOST_NOT_ANSWERED (504)
   */
  async reached(task: Waiting, stage: Stage, signal: AbortSignal): Promise<void> {
    const { timeoutMs, timers } = this.#parts;
    const until = timers.elapsed() + timeoutMs;
    let shown = '';
    let savedAt = timers.elapsed();
    for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted();
      task.signal.throwIfAborted();
      const others = await this.#others();
      const answers = await this.#parts.phases.answers(task.taskId);
      const hosts = others.map((node) => stateOf(node, stage, answers.get(node.nodeId)));
      const json = JSON.stringify(hosts);
      if (json !== shown) task.hosts(hosts);
      shown = json;
      for (const node of others) assertNoneFailed(node, answers.get(node.nodeId));
      const waiting = hosts.filter(({ state }) => state === 'waiting');
      if (waiting.length === 0) {
        for (const { failed, name } of leftOut(others, answers))
          task.log(`warning: the host ${name} is left out: ${failed}`);
        task.log(`${said[stage]} on ${hosts.length} other ${hosts.length === 1 ? 'host' : 'hosts'}`);
        return;
      }
      if (timers.elapsed() > until) throw notAnswered(waiting, stage, timeoutMs);
      if (timers.elapsed() - savedAt > SAVE_INTERVAL_MS) {
        savedAt = timers.elapsed();
        await task.save();
      }
      await timers.pause(pauseMs);
    }
  }

  async #others(): Promise<HostNode[]> {
    const { nodeId, nodes } = this.#parts;
    if (!nodes) return [];
    const live = newest((await nodes.rows()).filter(({ state }) => state !== 'gone'));
    return live.filter((node) => node.nodeId !== nodeId && node.convergedAt !== null);
  }
}

/** Hosts that follow later. */
const leftOut = (
  nodes: readonly HostNode[],
  answers: ReadonlyMap<string, PhaseAnswer>,
): Array<{ name: string; failed: string }> =>
  nodes.flatMap((node) => {
    const failure = answers.get(node.nodeId)?.failure;
    return failure ? [{ name: nodeName(node), failed: failure.message }] : [];
  });

const said = { prepare: 'Prepared', ready: 'Ready' } as const;

function stateOf({ nodeId, machine, address }: HostNode, stage: Stage, answer?: PhaseAnswer): StepHost {
  const isDone = answer?.stage === stage || answer?.stage === 'ready';
  const state = answer?.failure ? 'failed' : isDone ? 'done' : 'waiting';
  return { nodeId, machine, address, state, message: answer?.failure?.message ?? null };
}

function assertNoneFailed(node: HostNode, answer: PhaseAnswer | undefined): void {
  if (!answer?.failure || answer.failure.code === LEFT_OUT) return;
  const { code, message, fix, loadStage } = answer.failure;
  const host = nodeName(node);
  throw new PlatformError({
    code: 'HOST_NOT_PREPARED',
    status: 409,
    message: `The host ${host} failed in ${loadStage ?? answer.stage} with ${code}, so no host has switched: ${message}`,
    fix: fix ?? 'Read the log of that host. Mend the cause, and start the operation again.',
    details: {
      params: { host, code, reason: message },
      host,
      nodeId: node.nodeId,
      stage: answer.stage,
      code,
      ...(loadStage ? { loadStage } : {}),
    },
  });
}

const notAnswered = (waiting: readonly StepHost[], stage: Stage, timeoutMs: number): PlatformError => {
  const hosts = waiting.map(nodeName);
  return new PlatformError({
    code: 'HOST_NOT_ANSWERED',
    status: 504,
    message: `${hosts.join(', ')} did not reach ${stage} within ${timeoutMs / 1_000} s, so no host has switched.`,
    fix: 'Look what keeps that host busy, or stop it: it follows when it is back. app-market.cluster.prepare-timeout-ms is the limit.',
    details: { params: { hosts: hosts.join(', '), seconds: timeoutMs / 1_000 }, hosts, stage },
  });
};
