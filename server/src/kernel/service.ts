import { PlatformError } from '@platform/plugin-sdk/core';

/** An abstract class in place of an implementation, such as a capability of the plugin SDK. */
export type AbstractClass<T> = abstract new (...args: never[]) => T;

/** Identifies a service of the host; declared once, beside its interface. */
export interface ServiceToken<T> {
  readonly name: string;
  /** Carries the type, never a value. */
  readonly type?: T;
}

export type Token<T> = ServiceToken<T> | AbstractClass<T>;

export function serviceToken<T>(name: string): ServiceToken<T> {
  return Object.freeze({ name });
}

/** The services of one host. Each token has one provider. */
export class ServiceRegistry {
  readonly #services = new Map<Token<unknown>, unknown>();

  /** @throws SERVICE_DUPLICATE when the token already has a provider. */
  provide<T>(token: Token<T>, service: T): () => void {
    if (this.#services.has(token)) {
      throw new PlatformError({
        code: 'SERVICE_DUPLICATE',
        message: `Service ${token.name} is provided twice.`,
      });
    }
    this.#services.set(token, service);
    return () => void this.#services.delete(token);
  }

  /** @throws SERVICE_MISSING when nothing provides the token. */
  use<T>(token: Token<T>): T {
    const service = this.find(token);
    if (service === undefined) {
      throw new PlatformError({
        code: 'SERVICE_MISSING',
        message: `Service ${token.name} is not provided.`,
        fix: 'Name the module that provides it in `depends`.',
      });
    }
    return service;
  }

  find<T>(token: Token<T>): T | undefined {
    return this.#services.get(token) as T | undefined;
  }
}
