import type { AbstractClass } from '@platform/plugin-sdk/host';
import { requestContext } from '../../kernel/index.ts';
import type { ApplicationAccess } from '../contract/application-access.ts';
import type { ServingApplications } from '../contract/application-table.ts';
import type { Container } from '../container/container.ts';
import type { OfferedService } from './offered-services.ts';
import type { ServiceCalls } from './service-calls.ts';

interface ServiceParts {
  readonly container: Pick<Container, 'beans'>;
  readonly services: readonly OfferedService[];
  readonly calls: ServiceCalls;
}

/** Finds the services of serving applications; nothing is cached between calls. */
export class PluginServices {
  readonly #applications: ServingApplications<ServiceParts>;
  readonly #access: () => ApplicationAccess | undefined;

  constructor(applications: ServingApplications<ServiceParts>, access: () => ApplicationAccess | undefined) {
    this.#applications = applications;
    this.#access = access;
  }

  /** Finds the service of a contract in the applications that the current tenant has enabled. */
  find(contract: AbstractClass, appCode?: string): object | undefined {
    return this.#offered(appCode, (token) => token === contract);
  }

  findByName(appCode: string, name: string): object | undefined {
    return this.#offered(appCode, (token) => token.name === name);
  }

  /** Finds any bean of an application for the host, except mappers. (spec: L8) */
  bean(appCode: string, type: AbstractClass): object | undefined {
    const parts = this.#applications.get(appCode)?.parts;
    const bean = parts?.container.beans.find(
      ({ definition }) => definition.kind !== 'mapper' && definition.tokens.includes(type),
    );
    return bean && parts?.calls.counted(bean.instance, bean.definition.name);
  }

  #offered(appCode: string | undefined, matches: (token: AbstractClass) => boolean): object | undefined {
    for (const application of this.#applications.serving) {
      if (appCode !== undefined && application.appCode !== appCode) continue;
      const { services, calls } = application.parts;
      const service = services.find(({ token }) => matches(token));
      if (!service || !this.#enabled(application.appCode)) continue;
      return calls.counted(service.bean.instance, service.bean.definition.name);
    }
    return undefined;
  }

  #enabled(appCode: string): boolean {
    const access = this.#access();
    const tenantId = requestContext.current()?.tenantId;
    return tenantId === undefined || !access || access.state(tenantId, appCode) === 'enabled';
  }
}
