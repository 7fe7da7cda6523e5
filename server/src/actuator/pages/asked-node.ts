import { NODE_QUESTIONS } from '../../cluster/index.ts';
import type { ModuleContext, Question } from '../../kernel/index.ts';

/**
 * An answer of each host about itself, whichever of them is reached.
 *
 * @returns answers for the host that is named; this one where the id is missing
 * @throws NODE_NOT_FOUND (404), NODE_NOT_ANSWERING (503) once it is called
 */
export function askedNode<Asked, Answer>(
  ctx: Pick<ModuleContext, 'use' | 'onDispose'>,
  question: Question<Asked, Answer>,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): (nodeId: string | undefined, asked: Asked) => Promise<Answer> {
  const nodes = ctx.use(NODE_QUESTIONS);
  ctx.onDispose(nodes.answer(question, answer));
  return async (nodeId, asked) => {
    const other = await nodes.find(nodeId);
    return other ? nodes.ask(other, question, asked) : answer(asked);
  };
}
