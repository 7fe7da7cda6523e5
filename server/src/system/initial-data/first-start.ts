import { serviceToken } from '../../kernel/index.ts';

/** The administrator that the first start made. */
export interface FirstAdministrator {
  readonly tenantId: string;
  readonly userName: string;
  readonly password: string;
  /** False where the configuration gave it. */
  readonly generated: boolean;
}

/**
 * Hands the first administrator's password to the code that prints it; it is kept nowhere else.
 * (design 2.2)
 */
export class FirstStart {
  #administrator: FirstAdministrator | undefined;

  set(administrator: FirstAdministrator): void {
    this.#administrator = administrator;
  }

  /** @returns the administrator if this start made one, once; undefined after that */
  take(): FirstAdministrator | undefined {
    const administrator = this.#administrator;
    this.#administrator = undefined;
    return administrator;
  }
}

export const FIRST_START = serviceToken<FirstStart>('first-start');
