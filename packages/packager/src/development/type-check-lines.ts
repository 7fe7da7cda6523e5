import { stripVTControlCharacters } from 'node:util';

/** Progress lines of the compiler without a result. */
const CHATTER = /Starting compilation in watch mode|File change detected|^\s*$/;
/** A file that an editor is replacing, or an installation: the next check reads it again. */
const FLEETING = /error (?:\S*)?TS6053\b/;
const VERDICT = /Found (\d+) errors?/;

/**
 * Filters the lines of a watching compiler.
 *
 * @param onLine receives each line with a result, with colours
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
