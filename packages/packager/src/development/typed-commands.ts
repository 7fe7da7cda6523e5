import { createInterface } from 'node:readline';

/** The commands that a developer can type for one application. */
export interface CommandTarget {
  run(): Promise<void>;
  reset(): Promise<void>;
}

const HELP =
  'migrate [<code>…] runs new scripts, reset <code> starts with empty tables, Ctrl-C ends the development loop.';

/** Executes one typed line. Anything unknown is answered with the help. */
export async function executeTyped(
  typed: string,
  applications: ReadonlyMap<string, CommandTarget>,
  line: (text: string) => void,
): Promise<void> {
  const [word, ...codes] = typed.trim().split(/\s+/);
  if (word === '') return;
  const unknown = codes.find((code) => !applications.has(code));
  if (unknown !== undefined) {
    return line(
      `"${unknown}" is not being developed here. Applications: ${[...applications.keys()].join(', ')}.`,
    );
  }
  if (word === 'migrate') {
    for (const [code, application] of applications) {
      if (codes.length === 0 || codes.includes(code)) await application.run();
    }
  } else if (word === 'reset' && codes.length > 0) {
    for (const code of codes) await applications.get(code)?.reset();
  } else line(HELP);
}

/**
 * Executes each line of `input`, one after the other.
 * @returns stops reading
 */
export function readTyped(
  input: NodeJS.ReadableStream,
  applications: ReadonlyMap<string, CommandTarget>,
  line: (text: string) => void,
): () => void {
  let last = Promise.resolve();
  const lines = createInterface({ input, terminal: false }).on('line', (typed) => {
    last = last.then(() => executeTyped(typed, applications, line));
  });
  return () => lines.close();
}
