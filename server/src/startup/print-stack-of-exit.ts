/** More frames tell no more of who called whom. */
const MOST_FRAMES = 200;

/**
 * Prints where code of an application has called `process.exit`, as Node prints the stack of an
 * abort: the supervisor names the application by it. (design 10.7-10)
 */
export function printStackOfExit(): void {
  process.once('exit', () => {
    const frames = callSites()
      .filter((site) => site.getFileName())
      .map((site) => `${site.getFunctionName() ?? ''} (${site.getFileName()}:${placeOf(site)})`);
    if (!frames.some((frame) => frame.includes('(plugin://'))) return;
    const lines = frames.map((frame, index) => `${index + 1}: ${frame}\n`);
    process.stderr.write(`----- JavaScript stack trace -----\n\n${lines.join('')}`);
  });
}

const placeOf = (site: NodeJS.CallSite): string => `${site.getLineNumber()}:${site.getColumnNumber()}`;

/** Those of the code that runs, whatever the application has done to errors. The process ends. */
function callSites(): readonly NodeJS.CallSite[] {
  Error.stackTraceLimit = MOST_FRAMES;
  Error.prepareStackTrace = (_, sites) => sites;
  return new Error().stack as unknown as readonly NodeJS.CallSite[];
}
