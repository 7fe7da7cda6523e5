/** One reason to refuse a load. */
export interface LoadFinding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly cause?: unknown;
  /** Position in the application's sources: `platform-hello/src/a.ts:3:7`. */
  readonly place?: string;
}

/** Carries every finding of a stage; the load adds the stage's name. */
export class LoadRefusal extends Error {
  readonly findings: readonly LoadFinding[];

  constructor(findings: readonly LoadFinding[]) {
    super(findings.map(({ message }) => message).join('\n'));
    this.name = 'LoadRefusal';
    this.findings = findings;
    // The findings name the application's sources; frames of the host would only distract.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** @throws LoadRefusal if there is any finding */
export function refuseIf(findings: readonly LoadFinding[]): void {
  if (findings.length > 0) throw new LoadRefusal(findings);
}
