import type { AbstractClass } from '../metadata/index.ts';

/**
 * A service of another application, looked up at each use. (spec: L8; design 9.8-64)
 *
 * The constructor receives it for {@link locate} and {@link locateByName} in `inject`.
 */
export interface Located<T extends object> {
  /** Returns whether an application offers the service and is enabled for the current tenant. */
  available(): boolean;
  /** @throws APP_NOT_INSTALLED (424) when it is not available */
  get(): T;
  /**
   * Returns an object whose methods look the service up at each call. They may throw
   * APP_NOT_INSTALLED.
   */
  proxy(): T;
}

/** Stands in `inject` for a {@link Located} service. Made by {@link locate}. */
export interface LocateToken<T extends object = object> {
  readonly kind: 'locate';
  readonly token: AbstractClass<T>;
}

/**
 * A token in `inject` for a {@link Located} service that is known by name. Made by {@link
 * locateByName}.
 */
export interface LocateByNameToken<T extends object = object> {
  readonly kind: 'locateByName';
  readonly appCode: string;
  /** Name of the class that the service is offered as. */
  readonly name: string;
  /** Carries the type only. */
  readonly type?: T;
}

/**
 * Injects a service that another application offers with `@PluginService(token)`. (design 9.4-21)
 *
 * That application may come and go while yours is loaded.
 *
 * @example
 * ```ts
 * @Service({ inject: [locate(LeaveService)] })
 * export class ReportService {
 *   constructor(private readonly leave: Located<LeaveService>) {}
 *
 *   async daysLeft(userId: number): Promise<number> {
 *     return this.leave.available() ? this.leave.get().daysLeft(userId) : 0;
 *   }
 * }
 * ```
 */
export function locate<T extends object>(token: AbstractClass<T>): LocateToken<T> {
  return Object.freeze({ kind: 'locate', token });
}

/**
 * Injects a service by name, without importing its class and without rebuilding at its upgrades.
 *
 * @example
 * ```ts
 * locateByName<{ daysLeft(userId: number): Promise<number> }>('leave', 'LeaveService');
 * ```
 */
export function locateByName<T extends object>(appCode: string, name: string): LocateByNameToken<T> {
  return Object.freeze({ kind: 'locateByName', appCode, name });
}
