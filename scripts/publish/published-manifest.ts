/** `package.json` of a workspace, as far as publishing reads it. */
export interface WorkspaceManifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  /** Projects of the repository that are published with the package, under `sample/`. */
  readonly samples?: readonly string[];
  readonly [field: string]: unknown;
}

/** The published fields. */
export interface PublishedManifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  /** Paths from the package's root. */
  readonly files: readonly string[];
  readonly [field: string]: unknown;
}

const LEFT_OUT = new Set(['private', 'scripts', 'devDependencies']);

/** Returns the manifest with every source replaced by its build result. */
export function publishedManifest(manifest: WorkspaceManifest): PublishedManifest {
  const { exports, bin, samples = [], ...rest } = manifest;
  const fields = Object.fromEntries(Object.entries(rest).filter(([field]) => !LEFT_OUT.has(field)));
  const asIs = Object.values(exports)
    .filter((path) => !isSource(path))
    .map((path) => path.replace(/^\.\//, ''));
  return {
    ...fields,
    engines: { node: '>=20.19' },
    ...(bin ? { bin: mapped(bin, built) } : {}),
    exports: mapped(exports, (path) =>
      isSource(path) ? { types: built(path).replace(/\.js$/, '.d.ts'), default: built(path) } : path,
    ),
    files: ['dist', ...(samples.length > 0 ? ['sample'] : []), ...asIs],
  };
}

const isSource = (path: string): boolean => path.startsWith('./src/');
const built = (path: string): string => path.replace('./src/', './dist/').replace(/\.ts$/, '.js');

function mapped<T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
