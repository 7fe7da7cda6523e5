import type { RequestContext } from '../../kernel/index.ts';
import type { ApplicationAccess } from '../contract/application-access.ts';
import type { ServingApplications } from '../contract/application-table.ts';
import type { ApplicationListeners } from './application-listeners.ts';

interface ListenerParts {
  readonly listeners: Pick<ApplicationListeners, 'receive'>;
}

/**
 * Forwards events of the host to the listeners of the applications that serve now.
 *
 * An application gets no events of a tenant that has not enabled it. Because the serving
 * applications are looked up for each event, an unload has nothing to undo here.
 * (spec: Events/PluginEventRelay; design 3.7)
 */
export class PluginEventRelay {
  readonly #applications: ServingApplications<ListenerParts>;
  readonly #access: () => ApplicationAccess | undefined;

  constructor(applications: ServingApplications<ListenerParts>, access: () => ApplicationAccess | undefined) {
    this.#applications = applications;
    this.#access = access;
  }

  readonly receive = (event: object, publisher: RequestContext | undefined): Array<Promise<void>> =>
    this.#applications.serving
      .filter(({ appCode }) => this.#reaches(appCode, publisher?.tenantId))
      .flatMap(({ parts }) => parts.listeners.receive(event, publisher));

  #reaches(appCode: string, tenantId: string | undefined): boolean {
    const access = this.#access();
    return tenantId === undefined || !access || access.state(tenantId, appCode) === 'enabled';
  }
}
