import { createInterface } from 'node:readline';

/** What can be asked of an application while it is developed. */
export interface DevelopedApplication {
  run(): Promise<void>;
  reset(): Promise<void>;
}

const HELP = 'migrate runs new scripts, reset <code> begins with empty tables, Ctrl-C ends everything.';

/** Carries out what is typed; anything else is answered with what can be typed. @param say answers who typed */
export async function carryOut(
  typed: string,
  applications: ReadonlyMap<string, DevelopedApplication>,
  say: (text: string) => void,
): Promise<void> {
  const [word, ...codes] = typed.trim().split(/\s+/);
  if (word === '') return;
  const unknown = codes.find((code) => !applications.has(code));
  if (unknown !== undefined)
    return say(`There is no ${unknown} here: ${[...applications.keys()].join(', ')}.`);
  if (word === 'migrate') {
    for (const [code, application] of applications) {
      if (codes.length === 0 || codes.includes(code)) await application.run();
    }
  } else if (word === 'reset' && codes.length > 0) {
    for (const code of codes) await applications.get(code)?.reset();
  } else say(HELP);
}

/** Carries out each line of the terminal, one after the other. */
export function readCommands(
  applications: ReadonlyMap<string, DevelopedApplication>,
  say: (text: string) => void,
): void {
  let last = Promise.resolve();
  createInterface({ input: process.stdin, terminal: false }).on('line', (typed) => {
    last = last.then(() => carryOut(typed, applications, say));
  });
}
