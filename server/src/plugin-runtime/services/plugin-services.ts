import type { AbstractClass } from '@platform/plugin-sdk/host';
import { requestContext } from '../../kernel/index.ts';
import type { ApplicationAccess } from '../application-access.ts';
import type { ApplicationTable } from '../lifecycle/application-table.ts';

/** Finds what the applications that serve now offer to the others; nothing is remembered from one call to the next. */
export class PluginServices {
  readonly #table: ApplicationTable;
  readonly #access: () => ApplicationAccess | undefined;

  constructor(table: ApplicationTable, access: () => ApplicationAccess | undefined) {
    this.#table = table;
    this.#access = access;
  }

  /** The service that is offered as `contract`, by an application that the tenant in context has enabled. */
  find(contract: AbstractClass, appCode?: string): object | undefined {
    return this.#offered(appCode, (token) => token === contract);
  }

  findByName(appCode: string, name: string): object | undefined {
    return this.#offered(appCode, (token) => token.name === name);
  }

  /** Any bean of an application, for the host; mappers are for the application and its siblings only. (spec: L8) */
  bean(appCode: string, type: AbstractClass): object | undefined {
    const parts = this.#table.get(appCode)?.parts;
    const bean = parts?.container.beans.find(
      ({ definition }) => definition.kind !== 'mapper' && definition.tokens.includes(type),
    );
    return bean && parts?.calls.counted(bean.instance, bean.definition.name);
  }

  #offered(appCode: string | undefined, matches: (token: AbstractClass) => boolean): object | undefined {
    for (const application of this.#table.serving) {
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
