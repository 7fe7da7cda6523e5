import type { RequestContext } from '../../kernel/index.ts';
import type { ApplicationAccess } from '../application-access.ts';
import type { ApplicationTable } from '../lifecycle/application-table.ts';

/**
 * Forwards what the host receives into the contexts of the applications that serve now, so that nothing needs to be
 * undone when one unloads. An application that a tenant does not have enabled takes no events of that tenant.
 * (spec: Events/PluginEventRelay; design 3.7)
 */
export class PluginEventRelay {
  readonly #table: ApplicationTable;
  readonly #access: () => ApplicationAccess | undefined;

  constructor(table: ApplicationTable, access: () => ApplicationAccess | undefined) {
    this.#table = table;
    this.#access = access;
  }

  readonly receive = (event: object, publisher: RequestContext | undefined): Array<Promise<void>> =>
    this.#table.serving
      .filter(({ appCode }) => this.#reaches(appCode, publisher?.tenantId))
      .flatMap(({ parts }) => parts.listeners.receive(event, publisher));

  #reaches(appCode: string, tenantId: string | undefined): boolean {
    const access = this.#access();
    return tenantId === undefined || !access || access.state(tenantId, appCode) === 'enabled';
  }
}
