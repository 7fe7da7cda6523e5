/**
 * A configuration error of an application, found by its build. Codes: REMOTE_ROOT_INVALID,
 * REMOTE_CODE_INVALID, REMOTE_FORMAT_UNKNOWN, REMOTE_NAME_MISMATCH, REMOTE_ENTRY_MISSING,
 * REMOTE_VIEWS_UNKNOWN, REMOTE_VIEWS_MISMATCH, REMOTE_SHARED_BUNDLED, REMOTE_MANIFEST_INVALID.
 */
export class RemoteBuildError extends Error {
  override readonly name = 'RemoteBuildError';
  readonly #code: string;
  readonly #fix: string;

  constructor(code: string, problem: string, fix: string) {
    super(`${code}: ${problem}\n  Fix: ${fix}`);
    this.#code = code;
    this.#fix = fix;
    // Vite prints the stack, which would point to this preset instead of the project. Rolldown
    // prints the message before it, unless the stack begins as one usually does.
    this.stack = `${this.name}: ${this.message}`;
  }

  get code(): string {
    return this.#code;
  }

  get fix(): string {
    return this.#fix;
  }
}
