import type { AbstractClass } from '../metadata/index.ts';

/**
 * Gives the host access to beans of applications. Cannot be injected into an application. (spec:
 * L8)
 */
export abstract class PluginServiceProvider {
  /**
   * @returns the bean for `type`, or undefined without one or while the application is not loaded
   */
  abstract getPluginBean<T extends object>(appCode: string, type: AbstractClass<T>): T | undefined;
}
