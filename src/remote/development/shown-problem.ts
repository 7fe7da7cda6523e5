import type { RemoteI18n, SourceProblem } from '@platform/remote-app';

/** A source problem as the overlay shows it. */
export interface ShownProblem extends SourceProblem {
  /** `source`: a compile error. `run`: a thrown error. */
  readonly kind: 'source' | 'run';
  /** Position among the thrown errors; lower is earlier. */
  readonly order?: number;
}

/** Props of the overlay. */
export interface ProblemsView {
  /** Application code → its latest problem. */
  problems: Map<string, ShownProblem>;
  texts: RemoteI18n;
  nameOf: (code: string) => string;
}
