import { orNotAnswering, type NamedNode, type NodeQuestions } from '../../cluster/index.ts';
import { PlatformError, type Undo } from '../../kernel/index.ts';
import type { Diagnosis, FileReply } from './diagnosis.ts';
import { DistantProfiles } from './distant-profiles.ts';

/** Dumps and profiles of a host that is named, whichever one is reached. */
export class NamedDiagnosis {
  readonly #nodes: NodeQuestions;
  readonly #diagnosis: Diagnosis;
  readonly #distant: DistantProfiles;

  constructor(nodes: NodeQuestions, diagnosis: Diagnosis) {
    this.#nodes = nodes;
    this.#diagnosis = diagnosis;
    this.#distant = new DistantProfiles(nodes);
  }

  /** Answers hosts of other machines. */
  answer(): Undo {
    return this.#distant.answer((seconds, signal) => this.#diagnosis.profile(seconds, signal));
  }

  /**
   * Finds out whether a file of a host can be had here, before anything is made.
   *
   * @param nodeId this host where it is missing
   * @throws NODE_NOT_FOUND (404), NODE_NOT_ANSWERING (503), NODE_ELSEWHERE (409) for a heap
   */
  async find(nodeId: string | undefined, kind: 'heap' | 'profile'): Promise<NamedNode | undefined> {
    const named = await this.#nodes.find(nodeId);
    if (named === undefined) return undefined;
    const { worker } = await this.#nodes.reach(named);
    if (kind === 'heap' && named.sibling === undefined) throw elsewhere(named, worker);
    return named;
  }

  /** @throws as {@link find} and {@link Diagnosis.heapDump} */
  async heapDump<R>(reply: FileReply<R>, nodeId: string | undefined): Promise<R> {
    const named = await this.find(nodeId, 'heap');
    const make = (): Promise<R> => this.#diagnosis.heapDump(reply, named?.sibling);
    return named ? orNotAnswering(named, make) : make();
  }

  /** @throws as {@link find} and {@link Diagnosis.cpuProfile}, PROFILE_TOO_LARGE (413) */
  async cpuProfile<R>(
    seconds: number,
    reply: FileReply<R>,
    signal: AbortSignal,
    nodeId: string | undefined,
  ): Promise<R> {
    const named = await this.find(nodeId, 'profile');
    const make = (): Promise<R> => this.#diagnosis.cpuProfile(seconds, reply, signal, named?.sibling);
    if (named === undefined) return make();
    if (named.sibling) return orNotAnswering(named, make);
    return this.#diagnosis.sendProfile(reply, await this.#distant.take(named, seconds, signal));
  }
}

function elsewhere({ node: { machine, address } }: NamedNode, worker: number): PlatformError {
  const url = `${address}/actuator/heapdump?worker=${worker}`;
  return new PlatformError({
    code: 'NODE_ELSEWHERE',
    status: 409,
    message: `A heap snapshot is a file on ${machine}, which this host cannot read.`,
    fix: `Get ${url} with the monitoring credentials.`,
    details: { params: { machine, url } },
  });
}
