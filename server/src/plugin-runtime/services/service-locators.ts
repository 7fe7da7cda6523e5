import type { AbstractClass } from '@platform/plugin-sdk/host';
import { PluginServiceProvider } from '@platform/plugin-sdk/host';
import type { LocateByNameToken, Located, LocateToken, ServiceLocator } from '@platform/plugin-sdk/plugin';
import { PlatformError } from '../../kernel/index.ts';
import type { PluginServices } from './plugin-services.ts';
import { serviceProxy } from './service-proxy.ts';

/** Locates the services of one application. (spec: L8) */
export class ApplicationServiceLocator implements ServiceLocator {
  readonly #services: PluginServices;
  readonly #appCode: string;

  constructor(services: PluginServices, appCode: string) {
    this.#services = services;
    this.#appCode = appCode;
  }

  available(contract: AbstractClass): boolean {
    return this.#services.find(contract, this.#appCode) !== undefined;
  }

  get<T extends object>(contract: AbstractClass<T>): T {
    const service = this.#services.find(contract, this.#appCode);
    if (!service) throw notInstalled(this.#appCode, contract.name);
    return service as T;
  }

  proxy<T extends object>(contract: AbstractClass<T>): T {
    return serviceProxy(contract.prototype as object, () => this.get(contract)) as T;
  }
}

/** The value that `locate` and `locateByName` inject. (design 9.4-21) */
export function locatedService(
  target: LocateToken | LocateByNameToken,
  services: PluginServices,
): Located<object> {
  const byName = target.kind === 'locateByName';
  const name = byName ? target.name : target.token.name;
  const find = (): object | undefined =>
    byName ? services.findByName(target.appCode, target.name) : services.find(target.token);
  const get = (): object => {
    const service = find();
    if (!service) throw notInstalled(byName ? target.appCode : undefined, name);
    return service;
  };
  const prototype = byName ? Object.prototype : (target.token.prototype as object);
  return {
    available: () => find() !== undefined,
    get,
    proxy: () => serviceProxy(prototype, get),
  };
}

/** {@link PluginServiceProvider} over the applications of this process. */
export class HostPluginServiceProvider extends PluginServiceProvider {
  readonly #services: PluginServices;

  constructor(services: PluginServices) {
    super();
    this.#services = services;
  }

  override getPluginBean<T extends object>(appCode: string, type: AbstractClass<T>): T | undefined {
    return this.#services.bean(appCode, type) as T | undefined;
  }
}

function notInstalled(appCode: string | undefined, service: string): PlatformError {
  const application =
    appCode === undefined ? `The application that offers ${service}` : `Application ${appCode}`;
  return new PlatformError({
    code: 'APP_NOT_INSTALLED',
    status: 424,
    message: `${application} is not installed or not enabled; install it from the marketplace.`,
    fix: 'Install the application from the marketplace, or enable it.',
    details: { appCode, service },
  });
}
