type Version = readonly [major: number, minor: number, patch: number];

const VERSION = /^v?(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?(?:[-+].*)?$/;

/**
 * Whether a version lies in a range. Understands what `remote.json` and package.json hold: `^1.2.3`, `~1.2`, `1.x`, `*`,
 * comparators (`>=1.2 <2`) and `||`. Pre-release tags are not compared. An unreadable range holds nothing.
 */
export function satisfies(version: string, range: string): boolean {
  const parsed = parse(version);
  if (!parsed) return false;
  return range.split('||').some((alternative) =>
    alternative
      .trim()
      .replace(/(>=|<=|>|<|=|\^|~)\s+/g, '$1')
      .split(/\s+/)
      .every((comparator) => matches(parsed, comparator)),
  );
}

function matches(version: Version, comparator: string): boolean {
  if (comparator === '' || comparator === '*' || comparator === 'x') return true;
  const [, operator = '', text = ''] = /^(>=|<=|>|<|=|\^|~)?(.+)$/.exec(comparator) ?? [];
  const bound = parse(text);
  if (!bound) return false;
  const order = compare(version, bound);
  switch (operator) {
    case '>=':
      return order >= 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '<':
      return order < 0;
    case '^':
      return order >= 0 && compare(version, caretEnd(bound)) < 0;
    case '~':
      return order >= 0 && version[0] === bound[0] && version[1] === bound[1];
    default:
      return order >= 0 && compare(version, partialEnd(text, bound)) < 0;
  }
}

function parse(text: string): Version | undefined {
  const match = VERSION.exec(text.trim());
  return match ? [Number(match[1]), Number(match[2]) || 0, Number(match[3]) || 0] : undefined;
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function caretEnd([major, minor, patch]: Version): Version {
  if (major > 0) return [major + 1, 0, 0];
  return minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1];
}

/** `1` and `1.x` end before 2.0.0, `1.2` before 1.3.0, `1.2.3` before 1.2.4. */
function partialEnd(text: string, [major, minor, patch]: Version): Version {
  const given = text
    .split(/[-+]/)[0]
    ?.split('.')
    .filter((part) => /^\d+$/.test(part)).length;
  if (given === 1) return [major + 1, 0, 0];
  return given === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
