import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { inRoot, root } from '../lib/paths.ts';

/** One change of the sources that a test should notice. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly kind: string;
  readonly replacement: string;
}

export interface Mutated {
  readonly mutants: readonly Mutant[];
  /** By absolute path: the source with all its mutations, each behind a switch. */
  readonly sources: ReadonlyMap<string, string>;
}

type Quiet = ConstructorParameters<typeof Instrumenter>[0];
const quiet = {
  isDebugEnabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: console.warn,
  error: console.error,
} as unknown as Quiet;

/** Texts that people read may change without a test that notices. */
const options = { ignorers: [], plugins: null, noHeader: false, excludedMutations: ['StringLiteral'] };

/** Prepares the mutations of a folder. The files themselves stay as they are. */
export async function mutantsOf(folder: string, names: readonly string[]): Promise<Mutated> {
  const files = names
    .flatMap((name) => globSync(`${folder}/**/${name}`, { cwd: root }))
    .filter((file) => !/\.test\.ts$|\/(testing|i18n)\//.test(file))
    .map((file) => ({ name: inRoot(file), content: readFileSync(inRoot(file), 'utf8'), mutate: true }));
  const instrumented = await new Instrumenter(quiet).instrument(files, options);
  return {
    sources: new Map(instrumented.files.map(({ name, content }) => [name, content])),
    mutants: instrumented.mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, mutatorName: kind, replacement, location }) => {
        return { id, file: relative(root, fileName), line: location.start.line + 1, kind, replacement };
      }),
  };
}

/** Chooses some mutations at random. The same seed chooses the same ones of the same sources. */
export function sampleOf(mutated: Mutated, size: number, seed: string): Mutated {
  const order = (id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const shuffled = mutated.mutants.toSorted((a, b) => (order(a.id) < order(b.id) ? -1 : 1));
  const chosen = new Set(shuffled.slice(0, size));
  return { ...mutated, mutants: mutated.mutants.filter((mutant) => chosen.has(mutant)) };
}
