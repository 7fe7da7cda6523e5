import { serviceToken } from '../service.ts';

/** The text that one worker has left for the others. */
export interface Left {
  readonly token: string;
  /** Its worker has ended, so that only it can be left. */
  readonly hasEnded: boolean;
  readonly text: string;
}

/** Texts of workers that outlive them, as long as the host runs. */
export interface Legacy {
  /** Replaces what this worker leaves. Resolves once it is on its way. */
  leave(text: string): Promise<void>;
  /** The texts that were left before this call, by workers that live or have ended. */
  read(): Promise<readonly Left[]>;
  /** Replaces what ended workers have left, unless another worker has done so meanwhile. */
  fold(tokens: readonly string[], text: string): void;
}

/** Absent where this process is the only worker of its machine. */
export const LEGACY = serviceToken<Legacy>('legacy of workers');
