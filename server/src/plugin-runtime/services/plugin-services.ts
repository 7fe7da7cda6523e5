import type { AbstractClass } from '@platform/plugin-sdk/host';
import { PLUGIN_SERVICE, inheritedFacts } from '@platform/plugin-sdk/host';
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

  /** Any bean of an application, for the host. */
  bean(appCode: string, type: AbstractClass): object | undefined {
    return this.#table
      .get(appCode)
      ?.parts.container.beans.find(({ definition }) => definition.tokens.includes(type))?.instance;
  }

  #offered(appCode: string | undefined, matches: (token: AbstractClass) => boolean): object | undefined {
    for (const application of this.#table.serving) {
      if (appCode !== undefined && application.appCode !== appCode) continue;
      if (!this.#enabled(application.appCode)) continue;
      for (const { definition, instance } of application.parts.container.beans) {
        const tokens = inheritedFacts(definition.type, PLUGIN_SERVICE).map(({ token }) => token);
        if (tokens.some((token) => token && matches(token))) return instance;
      }
    }
    return undefined;
  }

  #enabled(appCode: string): boolean {
    const access = this.#access();
    const tenantId = requestContext.current()?.tenantId;
    return tenantId === undefined || !access || access.state(tenantId, appCode) === 'enabled';
  }
}
