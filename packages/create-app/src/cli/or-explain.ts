import { CreateAppError } from '../errors.ts';

/** Runs a command and, where it fails for a known reason, prints that without a stack. */
export async function orExplain(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CreateAppError) console.error(`\n✗ ${error.message}\n  ${error.fix}`);
    else console.error(error);
    process.exitCode = 1;
  }
}
