import type { AbstractClass } from '@platform/plugin-sdk/host';
import { serviceToken } from '../../kernel/index.ts';

/**
 * Capabilities of which each application gets one of its own, because they know whose rows and
 * files they handle.
 */
export class ApplicationServices {
  readonly #makers = new Map<AbstractClass, (appCode: string) => object>();

  provide<T extends object>(token: AbstractClass<T>, make: (appCode: string) => T): void {
    this.#makers.set(token, make);
  }

  /** Undefined where no module of this host provides it. */
  find(token: AbstractClass, appCode: string): object | undefined {
    return this.#makers.get(token)?.(appCode);
  }
}

export const APPLICATION_SERVICES = serviceToken<ApplicationServices>('application services');
