import { CommandFailed } from './run.ts';

export interface Step {
  readonly title: string;
  /** Answers false when there was nothing to do. */
  readonly work: () => Promise<boolean | void>;
}

/**
 * Runs steps side by side, at most `lanes` at a time, in the order given. Each prints a line with its duration when it
 * is done; on a terminal the running ones are shown below.
 */
export async function runSteps(steps: readonly Step[], lanes = 2): Promise<void> {
  const waiting = [...steps];
  const running = new Set<string>();
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step, running);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export const step = (title: string, work: Step['work']): Promise<void> => runSteps([{ title, work }], 1);

async function runStep({ title, work }: Step, running: Set<string>): Promise<void> {
  const startedAt = performance.now();
  running.add(title);
  show(running);
  try {
    const done = await work();
    running.delete(title);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print(`✓ ${title} (${done === false ? 'unchanged' : `${seconds} s`})`, running);
  } catch (error) {
    running.delete(title);
    print(`✗ ${title}`, running);
    throw error;
  }
}

function print(line: string, running: ReadonlySet<string>): void {
  process.stdout.write(`${process.stdout.isTTY ? '\r\u001b[K' : ''}${line}\n`);
  show(running);
}

function show(running: ReadonlySet<string>): void {
  if (process.stdout.isTTY && running.size > 0)
    process.stdout.write(`\r\u001b[K• ${[...running].join(' · ')} …`);
}

/** Prints why a script failed, and what to do, without a stack where the reason is known. */
export function explain(error: unknown): void {
  if (error instanceof CommandFailed) console.error(`\n${error.output.trim()}\n\n✗ ${error.message}`);
  else if (error instanceof Error && 'fix' in error)
    console.error(`\n✗ ${error.message}\n  ${typeof error.fix === 'string' ? error.fix : ''}`);
  else console.error(error);
}
