import type { AbstractClass } from '../metadata/index.ts';

/** Finds services of applications. Each call looks the service up again. (spec: L8) */
export abstract class ServiceLocator {
  /** Returns whether an application offers the service and is enabled for the current tenant. */
  abstract available(contract: AbstractClass): boolean;
  /** For mandatory use. @throws APP_NOT_INSTALLED (424) */
  abstract get<T extends object>(contract: AbstractClass<T>): T;
  /**
   * Returns an object whose methods look the service up at each call. They may throw
   * APP_NOT_INSTALLED.
   */
  abstract proxy<T extends object>(contract: AbstractClass<T>): T;
}

/** Services of the application `member`. */
export abstract class MemberServiceLocator extends ServiceLocator {}

/** Services of the application `pay`. */
export abstract class PayServiceLocator extends ServiceLocator {}

/** Services of the application `im`. */
export abstract class ImServiceLocator extends ServiceLocator {}
