import type { AbstractClass } from '../metadata/index.ts';

/** How the host reaches the beans of applications. It cannot be injected into an application. (spec: L8) */
export abstract class PluginServiceProvider {
  /** @returns the bean that answers to `type`, or undefined where there is none or the application is not loaded */
  abstract getPluginBean<T extends object>(appCode: string, type: AbstractClass<T>): T | undefined;
}
