import type { RemoteI18n, SourceProblem } from '@platform/remote-app';

/** A problem of an application's source, as it is shown. */
export interface ShownProblem extends SourceProblem {
  /** `source`: it cannot be compiled. `run`: it was thrown. */
  readonly kind: 'source' | 'run';
  /** The lower, the earlier it was thrown. */
  readonly turn?: number;
}

/** What is shown, and how it is said. */
export interface ProblemsView {
  /** Application code → its last problem. */
  problems: Map<string, ShownProblem>;
  texts: RemoteI18n;
  nameOf: (code: string) => string;
}
