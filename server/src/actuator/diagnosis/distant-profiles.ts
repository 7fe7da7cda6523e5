import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { NamedNode, NodeQuestions } from '../../cluster/index.ts';
import { heldStream, PlatformError, question, type Undo } from '../../kernel/index.ts';
import { askStoppably, StoppableWork } from './stoppable.ts';
import { WRITE_MS } from './worker-dumps.ts';

interface ProfileOrder {
  readonly id: string;
  readonly seconds: number;
}

/** Base64 of the compressed profile. */
const PROFILE = question<ProfileOrder, string>('distantProfile');
const STOP_PROFILE = question<string, null>('stopDistantProfile');

/** Most characters of a profile as it is sent: each host of the platform receives them. */
const MOST_CHARACTERS = 4_194_304;

const compress = promisify(gzip);

/** Profiles of hosts that share no folder with this one. They come over the bus, compressed. */
export class DistantProfiles {
  readonly #nodes: NodeQuestions;

  constructor(nodes: NodeQuestions) {
    this.#nodes = nodes;
  }

  /** @param make profiles this process; what it throws is thrown where the profile was asked for */
  answer(make: (seconds: number, signal: AbortSignal) => Promise<Buffer>): Undo {
    const work = new StoppableWork();
    const undo = [
      this.#nodes.answer(PROFILE, ({ id, seconds }) =>
        work.run(id, async (signal) => sent(await make(seconds, signal))),
      ),
      this.#nodes.answer(STOP_PROFILE, work.stop),
    ];
    return () => undo.forEach((each) => void each());
  }

  /**
   * @returns nothing once `signal` has aborted
   * @throws DIAGNOSIS_RUNNING (429), NODE_NOT_ANSWERING (503), PROFILE_TOO_LARGE (413)
   */
  async take(node: NamedNode, seconds: number, signal: AbortSignal): Promise<Readable> {
    const asked = { ...PROFILE, limitMs: seconds * 1_000 + WRITE_MS };
    const text = await askStoppably(signal, {
      ask: (id) => this.#nodes.ask(node, asked, { id, seconds }),
      stop: (id) => this.#nodes.ask(node, STOP_PROFILE, id),
    });
    return Readable.from([Buffer.from(text, 'base64')]).pipe(heldStream(createGunzip()));
  }
}

async function sent(profile: Buffer): Promise<string> {
  const text = (await compress(profile)).toString('base64');
  if (text.length <= MOST_CHARACTERS) return text;
  throw new PlatformError({
    code: 'PROFILE_TOO_LARGE',
    status: 413,
    message: 'The profile is too large to be sent to another machine.',
    fix: 'Take one of fewer seconds, or GET /actuator/cpuprofile of the host itself.',
  });
}
