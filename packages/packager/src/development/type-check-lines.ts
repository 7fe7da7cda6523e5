import { stripVTControlCharacters } from 'node:util';

/** Lines of the compiler that say no more than that it is at work. */
const CHATTER = /Starting compilation in watch mode|File change detected|^\s*$/;
/** A file that an editor has just replaced, or an installation: the next check has it again. */
const FLEETING = /error (?:\S*)?TS6053\b/;
const VERDICT = /Found (\d+) errors?/;

/**
 * Takes what the watching compiler prints, line by line, and passes on what says something.
 *
 * @param onLine told of each such line, colours included
 */
export function typeCheckLines(onLine: (line: string) => void): (coloured: string) => void {
  let errors: string | undefined;
  let fleeting = 0;
  return (coloured) => {
    const line = stripVTControlCharacters(coloured);
    const verdict = VERDICT.exec(line);
    if (!verdict) {
      if (FLEETING.test(line)) fleeting += 1;
      else if (!CHATTER.test(line)) onLine(coloured);
      return;
    }
    const onlyFleeting = fleeting > 0 && Number(verdict[1]) === fleeting;
    fleeting = 0;
    if (onlyFleeting) return;
    // Told once: a project stays without errors at most of its changes.
    if (verdict[1] !== '0' || errors !== '0') onLine(verdict[0]);
    errors = verdict[1];
  };
}
