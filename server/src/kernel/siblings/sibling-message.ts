import { PlatformError } from '@platform/plugin-sdk/core';
import { toPlatformError } from '../http/failure.ts';
import { reasonOf } from '../thrown.ts';
import type { Sibling } from './siblings.ts';

/** Most characters of an answer: larger things are files, of which the answer has the path. */
const MOST_CHARACTERS = 8_388_608;

const UNEXPECTED = 'INTERNAL_ERROR';

interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly fix?: string;
}

/** One text between two workers: a question where it has a name, otherwise an answer. */
export interface SiblingMessage {
  readonly id: string;
  readonly question?: string;
  readonly body?: unknown;
  readonly refusal?: Refusal;
}

/** The answer that some work gives, as a text; a failure of the work is an answer too. */
export async function answerOf(id: string, work: () => Promise<unknown>): Promise<string> {
  try {
    const text = JSON.stringify({ id, body: await work() } satisfies SiblingMessage);
    if (text.length <= MOST_CHARACTERS) return text;
    throw new Error(`an answer of ${text.length} characters is too large`);
  } catch (error) {
    return JSON.stringify({ id, refusal: refusalOf(error) } satisfies SiblingMessage);
  }
}

function refusalOf(thrown: unknown): Refusal {
  const { code, status, message, fix } = toPlatformError(thrown);
  if (code === UNEXPECTED) return { code, status, message: reasonOf(thrown) };
  return { code, status, message, ...(fix === undefined ? {} : { fix }) };
}

/** The error of another worker. The text of an unexpected error is for the log, as always. */
export const thrownBy = (refusal: Refusal): Error =>
  refusal.code === UNEXPECTED ? new Error(refusal.message) : new PlatformError(refusal);

export const silent = ({ number }: Sibling): PlatformError =>
  new PlatformError({
    code: 'WORKER_SILENT',
    status: 503,
    message: `Worker ${number} of this machine does not answer.`,
    fix: 'Try again. GET /actuator/info lists the workers; one that is blocked is replaced.',
  });

/** A worker that starts or stops answers nothing, and neither does one of another version. */
export const unknownQuestion = (name: string) => (): never => {
  throw new PlatformError({
    code: 'WORKER_SILENT',
    status: 503,
    message: `The worker starts, stops, or is of a version that does not answer ${name}.`,
    fix: 'Try again.',
  });
};
