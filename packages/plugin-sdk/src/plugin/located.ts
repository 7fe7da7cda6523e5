import type { AbstractClass } from '../metadata/index.ts';

/**
 * A service of another application, looked up again at each use. What is injected for {@link locate} and
 * {@link locateByName}: those two stand in `inject` only, and `available()`, `get()`, `proxy()` are called on what the
 * constructor got. (spec: L8; design 9.8-64)
 */
export interface Located<T extends object> {
  /** True when an application that offers the service is loaded, and enabled for the tenant of the current work. */
  available(): boolean;
  /** @throws APP_NOT_INSTALLED (424) when it is not available */
  get(): T;
  /** An object whose methods look the service up at each call; each of them may throw APP_NOT_INSTALLED. */
  proxy(): T;
}

/** Stands in `inject` for a {@link Located} service. Made by {@link locate}. */
export interface LocateToken<T extends object = object> {
  readonly kind: 'locate';
  readonly token: AbstractClass<T>;
}

/** Stands in `inject` for a {@link Located} service that is known by name only. Made by {@link locateByName}. */
export interface LocateByNameToken<T extends object = object> {
  readonly kind: 'locateByName';
  readonly appCode: string;
  /** Name of the class that the service is offered as. */
  readonly name: string;
  /** Carries the type only. */
  readonly type?: T;
}

/**
 * Injects a way to the service that another application offers with `@PluginService(token)`. The application may come
 * and go while yours is loaded. (design 9.4-21)
 *
 * @example `@Service({ inject: [locate(LeaveService)] })` with `constructor(private readonly leave: Located<LeaveService>)`
 */
export function locate<T extends object>(token: AbstractClass<T>): LocateToken<T> {
  return Object.freeze({ kind: 'locate', token });
}

/**
 * As {@link locate}, where the class is not there to be imported.
 *
 * @example `locateByName<{ daysLeft(userId: number): Promise<number> }>('leave', 'LeaveService')`
 */
export function locateByName<T extends object>(appCode: string, name: string): LocateByNameToken<T> {
  return Object.freeze({ kind: 'locateByName', appCode, name });
}
