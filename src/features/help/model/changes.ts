/** A piece of a line: plain, strong or code. */
export interface Piece {
  readonly kind: 'text' | 'strong' | 'code';
  readonly text: string;
}

/** Changes of one area. */
interface Area {
  /** Empty for changes without an area. */
  readonly title: string;
  readonly text: readonly Piece[];
  readonly changes: ReadonlyArray<readonly Piece[]>;
}

/** The changes of one version. */
export interface Release {
  readonly title: string;
  readonly areas: readonly Area[];
}

/**
 * Reads the changelog: `## version`, `### area`, lines that begin with a dash, and texts. Links are
 * words.
 */
export function releasesOf(changelog: string): Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n');
      const areas = `\n${section.slice(end)}`.split(/^### /m).map(areaOf);
      return { title: section.slice(0, end).trim(), areas: areas.filter(isFilled) };
    });
}

function areaOf(section: string): Area {
  const [title = '', ...lines] = section.split('\n');
  const changes = lines.filter((line) => line.startsWith('- ')).map((line) => piecesOf(line.slice(2)));
  const text = lines.filter((line) => line.trim() !== '' && !line.startsWith('- ')).join(' ');
  return { title: title.trim(), text: piecesOf(text), changes };
}

const isFilled = ({ changes, text }: Area): boolean => changes.length + text.length > 0;

function piecesOf(line: string): Piece[] {
  const words = line.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return words
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((text) => text !== '')
    .map((text): Piece => {
      if (text.startsWith('**')) return { kind: 'strong', text: text.slice(2, -2) };
      return text.startsWith('`') ? { kind: 'code', text: text.slice(1, -1) } : { kind: 'text', text };
    });
}
