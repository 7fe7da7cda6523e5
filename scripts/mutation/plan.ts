/**
 * Milliseconds that a mutation is tried by one test after another before it counts as survived. Set
 * MUTATION_BUDGET to more seconds on a busy machine, whose tests are slow.
 */
export const BUDGET_MS = 1_000 * Number(process.env['MUTATION_BUDGET'] ?? 5);

/** How often each mutation is reached, by its id. */
export type Hits = Record<string, number>;

/** Purpose of a run of the tests. */
export type Plan = (
  | { /** Runs each test once, and notes the mutations it reaches. */ readonly task: 'cover' }
  | {
      /** Repeats each test for each mutation it reaches. */
      readonly task: 'repeat';
      /** The mutations to try, by test. */
      readonly reached: Readonly<Record<string, Hits>>;
    }
  | {
      /** Runs each test once with one mutation, which is there before anything is loaded. */
      readonly task: 'alone';
      /** Left out: with the unchanged sources. */
      readonly mutant: string | undefined;
      /** How often the mutation may be reached before it counts as an endless loop. */
      readonly hitLimit: number;
    }
) & {
  /** Milliseconds that each test takes without a mutation, as far as that is known. */
  readonly usual: Readonly<Record<string, number>>;
  /** Tests that fail without a mutation. */
  readonly broken: readonly string[];
  /** File that receives a line of JSON for each thing noted. */
  readonly notes: string;
};

/** Mutations that the tests of a file reach. */
export interface Covered {
  /** Absolute path of the test file. */
  readonly file: string;
  readonly tests: Readonly<Record<string, Hits>>;
  /** Milliseconds by test. */
  readonly usual: Readonly<Record<string, number>>;
  /** Mutations reached between the tests: in hooks of the file or of a suite. */
  readonly hooks: Hits;
  /** Mutations reached while modules were loaded. */
  readonly loaded: Hits;
}

/** A line of the notes. */
export interface Note {
  /** Process that runs the tests. */
  readonly pid?: number;
  readonly covered?: Covered;
  /** Test file that was run to its end. */
  readonly ran?: string;
  /** Test that the other fields are about. */
  readonly test?: string;
  readonly title?: string;
  /** Mutation that the test is about to try, did not notice, or noticed. */
  readonly tried?: string;
  readonly passed?: string;
  readonly noticed?: string;
  /** Milliseconds that the test took. */
  readonly took?: number;
  /** Milliseconds until the next note, at most. */
  readonly within?: number;
  /** Why the test fails without a mutation. */
  readonly failed?: string;
  /** The test fails the second time, without a mutation. */
  readonly isUnrepeatable?: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    plan: Plan;
  }
}
