import { PlatformError, type ApplicationRouter, type RequestTarget } from '../../kernel/index.ts';
import type { ApplicationAccess, ApplicationState } from '../contract/application-access.ts';
import { quarantined, type Quarantined } from '../contract/quarantine.ts';

/**
 * Routes requests to loaded applications by tenant and state. (design 3.4, 9.3-15; spec: Errors)
 */
export class LoadedApplicationRouter implements ApplicationRouter {
  readonly #loaded: (appCode: string) => RequestTarget | undefined;
  readonly #access: () => ApplicationAccess | undefined;
  readonly #keptOut: (appCode: string) => Quarantined | undefined;

  /** @param access read at each request, because its provider is set up after this module */
  constructor(
    loaded: (appCode: string) => RequestTarget | undefined,
    access: () => ApplicationAccess | undefined,
    keptOut: (appCode: string) => Quarantined | undefined = () => undefined,
  ) {
    this.#keptOut = keptOut;
    this.#loaded = loaded;
    this.#access = access;
  }

  route(
    appCode: string,
    open: boolean,
    tenantId: string | undefined,
  ): RequestTarget | PlatformError | undefined {
    const target = this.#loaded(appCode);
    // Without a tenant nobody is logged in; the route's own login check answers.
    if (target && tenantId === undefined) return target;
    switch (this.#state(tenantId, appCode, target)) {
      case 'enabled':
        return target ?? (open ? undefined : this.#missing(appCode));
      case 'disabled':
        return open ? undefined : disabled(appCode);
      case 'none':
        return undefined;
    }
  }

  #missing(appCode: string): PlatformError {
    const found = this.#keptOut(appCode);
    return found ? quarantined(found) : notLoaded(appCode);
  }

  #state(tenantId: string | undefined, appCode: string, target: RequestTarget | undefined): ApplicationState {
    if (tenantId === undefined) return 'none';
    const access = this.#access();
    return access ? access.state(tenantId, appCode) : target ? 'enabled' : 'none';
  }
}

const notLoaded = (appCode: string): PlatformError =>
  new PlatformError({
    code: 'APP_BACKEND_NOT_LOADED',
    status: 503,
    message: `Application ${appCode} is enabled but its backend artifact is not loaded, ask an administrator to redeploy.`,
    fix: 'Deploy or upgrade the application; its page shows why it is not loaded.',
    details: { params: { app: appCode, case: 'serving' } },
  });

const disabled = (appCode: string): PlatformError =>
  new PlatformError({
    code: 'APP_DISABLED',
    status: 403,
    message: `Application ${appCode} is disabled.`,
    fix: 'Ask an administrator to enable it.',
    details: { params: { app: appCode } },
  });
