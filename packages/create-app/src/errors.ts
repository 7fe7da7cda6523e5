/**
 * An error of `create-app`: what happened and what to do.
 *
 * Codes: APP_CODE_MISSING, APP_CODE_INVALID, APP_CODE_RESERVED, APP_NAME_INVALID,
 * APP_KIND_CONFLICT, APP_OPTION_UNKNOWN, SAMPLE_MISSING, SAMPLE_CHANGED, NPM_INSTALL_FAILED,
 * REPO_EXISTS, REPO_FOLDER_MISSING, PACKAGES_MISSING.
 */
export class CreateAppError extends Error {
  readonly code: string;
  readonly fix: string;

  constructor(code: string, problem: string, fix: string) {
    super(`${code}: ${problem}`);
    this.code = code;
    this.fix = fix;
  }
}
