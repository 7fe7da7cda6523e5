import type { PlatformNode } from '@platform/host-api';
import type { ClusterBus } from '../infra/index.ts';
import {
  codeOf,
  PlatformError,
  question,
  RelayedSiblings,
  serviceToken,
  type Question,
  type Sibling,
  type Siblings,
  type Undo,
} from '../kernel/index.ts';
import type { NodeRegistry } from './node-registry.ts';

const TOPIC = 'questions';

interface Letter {
  /** Ids of nodes. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Where a node is found on its machine. */
interface NodePlace {
  /** As `?worker=` names it. */
  readonly worker: number;
}

const PLACE = question<null, NodePlace>('place');

/** Another node than this one. */
export interface NamedNode {
  readonly node: PlatformNode;
  /** Undefined where its supervisor is another one, such as on another machine. */
  readonly sibling: Sibling | undefined;
}

interface NodeQuestionParts {
  readonly registry: Pick<NodeRegistry, 'nodeId' | 'get'>;
  readonly bus: ClusterBus;
  /** Undefined where this worker is the only one of its machine. */
  readonly siblings: Siblings | undefined;
}

/**
 * Questions to one node of the platform: through the supervisor to a worker beside this one, on the
 * bus to any other. All nodes receive what is sent on the bus, so that answers have to be small.
 */
export class NodeQuestions {
  readonly #parts: NodeQuestionParts;
  readonly #distant: RelayedSiblings;
  readonly #undo: Undo[];

  constructor(parts: NodeQuestionParts) {
    const { bus, registry, siblings } = parts;
    const number = siblings?.own.number ?? 1;
    this.#parts = parts;
    this.#distant = new RelayedSiblings({ number, token: registry.nodeId, pid: process.pid }, (to, text) =>
      bus.publish(TOPIC, { from: registry.nodeId, to, text } satisfies Letter),
    );
    this.#undo = [
      bus.subscribe(TOPIC, {
        received: (body) => this.#receive(body as Letter),
        // The time of a question that was lost runs out.
        missed: () => undefined,
      }),
      this.answer(PLACE, () => ({ worker: number })),
    ];
  }

  /**
   * @param nodeId this one where it is missing
   * @returns undefined for this one
   * @throws NODE_NOT_FOUND (404)
   */
  async find(nodeId: string | undefined): Promise<NamedNode | undefined> {
    const { registry, siblings } = this.#parts;
    if (nodeId === undefined || nodeId === registry.nodeId) return undefined;
    const sibling = siblings?.others.find(({ token }) => token === nodeId);
    return { node: await registry.get(nodeId), sibling };
  }

  /** Answers the other nodes; what the answer throws is thrown where it was asked. */
  answer<Asked, Answer>(
    asked: Question<Asked, Answer>,
    handler: (asked: Asked) => Answer | Promise<Answer>,
  ): Undo {
    const undo = [this.#distant.answer(asked, handler), this.#parts.siblings?.answer(asked, handler)];
    return () => undo.forEach((each) => void each?.());
  }

  /** @throws NODE_NOT_ANSWERING (503) after the question's time, and what the answer throws */
  ask<Asked, Answer>(named: NamedNode, asked: Question<Asked, Answer>, body: Asked): Promise<Answer> {
    const { node, sibling } = named;
    return orNotAnswering(named, async () => {
      if (sibling && this.#parts.siblings) return this.#parts.siblings.askOne(sibling, asked, body);
      if (node.state === 'gone') throw notAnswering(named);
      return this.#distant.askOne(
        { number: this.#distant.own.number, token: node.nodeId, pid: node.pid },
        asked,
        body,
      );
    });
  }

  /**
   * Whether a node answers at all, before it is asked for what takes long.
   *
   * @throws NODE_NOT_ANSWERING (503) within two seconds
   */
  reach(named: NamedNode): Promise<NodePlace> {
    return this.ask(named, PLACE, null);
  }

  async close(): Promise<void> {
    for (const undo of this.#undo) await undo();
  }

  #receive({ from, to, text }: Letter): void {
    if (to === this.#parts.registry.nodeId) this.#distant.arrived(from, text);
  }
}

export const NODE_QUESTIONS = serviceToken<NodeQuestions>('node questions');

/** Names the node where a worker is silent, whichever way it was asked. */
export async function orNotAnswering<T>(named: NamedNode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw codeOf(error) === 'WORKER_SILENT' ? notAnswering(named) : error;
  }
}

const notAnswering = ({ node: { machine, pid } }: NamedNode): PlatformError =>
  new PlatformError({
    code: 'NODE_NOT_ANSWERING',
    status: 503,
    message: `The host ${machine}, process ${pid}, does not answer.`,
    fix: 'Try again. It may be blocked, starting, stopping, of an earlier version, or without Redis.',
    details: { params: { machine, pid } },
  });
