import { CommandFailed } from './run.ts';

export interface Step {
  readonly title: string;
  /** Resolves to false when there was nothing to do. */
  readonly work: () => Promise<unknown>;
}

export interface Outcome {
  readonly title: string;
  readonly seconds: number;
  readonly failure?: Error;
}

/**
 * Runs steps side by side, at most `lanes` at a time, in the order given. Each prints a line with
 * its duration when it is done; on a terminal the running ones are shown below. A failed step stops
 * no other.
 *
 * @returns an outcome for each step, in the order they ended
 */
export async function runSteps(steps: readonly Step[], lanes = 2): Promise<readonly Outcome[]> {
  const waiting = [...steps];
  const running = new Set<string>();
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      outcomes.push(await runStep(next, running));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

/** Runs steps that are all needed: throws the first failure once all have ended. */
export async function mustRun(steps: readonly Step[], lanes = 2): Promise<void> {
  const [failure] = failuresOf(await runSteps(steps, lanes));
  if (failure !== undefined) throw failure;
}

export const failuresOf = (outcomes: readonly Outcome[]): readonly Error[] =>
  outcomes.flatMap(({ failure }) => failure ?? []);

export const step = (title: string, work: Step['work']): Promise<void> => mustRun([{ title, work }], 1);

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

async function runStep({ title, work }: Step, running: Set<string>): Promise<Outcome> {
  const startedAt = performance.now();
  const secondsSoFar = (): number => (performance.now() - startedAt) / 1000;
  running.add(title);
  show(running);
  try {
    const done = await work();
    running.delete(title);
    const seconds = secondsSoFar();
    print(`✓ ${title} (${done === false ? 'unchanged' : `${seconds.toFixed(1)} s`})`, running);
    return { title, seconds };
  } catch (error) {
    running.delete(title);
    print(`✗ ${title}`, running);
    return { title, seconds: secondsSoFar(), failure: asError(error) };
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
  else if (isWrongOption(error)) {
    const [sentence] = error.message.split('. ');
    console.error(`\n✗ ${sentence}\n  --help lists the options.`);
  } else console.error(error);
}

/** Error of `parseArgs`. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
