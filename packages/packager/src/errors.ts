export interface PackagerErrorInit {
  /** Stable upper-case code. */
  code: string;
  message: string;
  fix?: string;
  details?: unknown;
  cause?: unknown;
}

/** An error of the packager: what happened and what to do. */
export class PackagerError extends Error {
  readonly code: string;
  readonly fix?: string;
  readonly details?: unknown;

  constructor({ code, message, fix, details, cause }: PackagerErrorInit) {
    super(message, { cause });
    this.name = 'PackagerError';
    this.code = code;
    this.fix = fix;
    this.details = details;
  }
}
