/** By test: the mutations that it reaches, with how often it does. */
export type Reached = Record<string, Record<string, number>>;

/** What a run of the tests is for. */
export interface Plan {
  /** Runs each test twice and notes the mutations it reaches, instead of trying them. */
  readonly covering: boolean;
  /** The mutations to try. */
  readonly reached: Reached;
  /** File that receives a line of JSON for each thing noted. */
  readonly notes: string;
}

/** A line of the notes. */
export interface Note {
  /** Process that runs the tests. */
  readonly pid?: number;
  /** Test that the other fields are about. */
  readonly test?: string;
  /** Mutation that the test is about to try, did not notice, or noticed. */
  readonly tried?: string;
  readonly passed?: string;
  readonly noticed?: string;
  /** The test fails without a mutation: the second time, or after the one before. */
  readonly failed?: string | undefined;
  readonly reached?: Reached;
  /** Mutations reached outside of tests. */
  readonly loaded?: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    plan: Plan;
  }
}
