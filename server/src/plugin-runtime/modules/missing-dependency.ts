/** Thrown when code uses a package that is not on the host. */
export class MissingDependency extends Error {
  readonly missing: string;

  constructor(missing: string, message = `${missing} is not installed on this host`) {
    super(message);
    this.name = 'MissingDependency';
    this.missing = missing;
  }
}

const MISSING = Symbol('missing');

/** The missing package behind a placeholder class; undefined for other values. */
export function missingOf(value: unknown): string | undefined {
  return typeof value === 'function' ? (value as { [MISSING]?: string })[MISSING] : undefined;
}

/**
 * Exports of a skipped module: every name is a class that throws when it is used.
 *
 * A module that only references it, as in `optional(Skipped)`, still evaluates. (design 9.4-18)
 */
export function standInExports(missing: string, module: string): object {
  const classes = new Map<string, unknown>();
  const standIn = (name: string): unknown => {
    const known = classes.get(name);
    if (known) return known;
    const refuse = function (): never {
      throw new MissingDependency(missing, `${name} of ${module} was skipped: ${missing} is not installed`);
    };
    Object.defineProperty(refuse, 'name', { value: name });
    Object.defineProperty(refuse, MISSING, { value: missing });
    classes.set(name, refuse);
    return refuse;
  };
  return new Proxy(
    {},
    {
      get: (_target, name) => {
        if (name === '__esModule') return true;
        return typeof name === 'symbol' || name === 'then' ? undefined : standIn(name);
      },
    },
  );
}
