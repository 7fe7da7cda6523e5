import { ApiClient, publishPackage } from '@platform/cli';
import { browserSession, proveAgain, type BrowserSession } from '../../scripts/lib/browser-session.ts';
import { versionOf } from '../../scripts/lib/build.ts';
import type { E2ePlatform } from './platform.ts';

interface Install {
  readonly installId: number;
  readonly appCode: string;
  readonly version: string;
}

const PROVE_AFTER_MS = 5 * 60_000;

/** Puts the platform into the state that a test begins with, over the API. */
export class Operator {
  readonly api: ApiClient;
  readonly token: string;
  /** Storage state of a browser that has logged in already. */
  readonly session: BrowserSession;
  readonly #password: string;
  #provedAt = Date.now();

  private constructor(password: string, api: ApiClient, token: string, session: BrowserSession) {
    this.#password = password;
    this.api = api;
    this.token = token;
    this.session = session;
  }

  static async login(platform: E2ePlatform): Promise<Operator> {
    const api = new ApiClient(platform.api);
    const { frontend, password } = platform;
    const session = await browserSession(frontend, { username: 'admin', password });
    return new Operator(password, api, await api.login('admin', password), session);
  }

  /** A login is a proof for a quarter of an hour, which tests on a busy machine outlast. */
  async stayProved(): Promise<void> {
    if (Date.now() - this.#provedAt < PROVE_AFTER_MS) return;
    this.#provedAt = Date.now();
    const password = this.#password;
    await Promise.all([this.api.post('/auth/proof', { password }), proveAgain(this.session, password)]);
  }

  /**
   * Has the look of the operator's shell as in a new browser: it follows the person, so that it
   * would stay from one test to the next.
   */
  async forgetLook(locale: string | undefined): Promise<void> {
    await this.stayProved();
    const look = { theme: 'system', accent: 'site', locale: locale ?? 'en-US', menuPlace: 'side' };
    await this.api.put('/system/user/preferences', { ...look, favourites: [], pinnedTabs: [], lockAfter: 0 });
  }

  /** Takes an application off the tenant with all its data. */
  async remove(appCode: string): Promise<void> {
    await this.stayProved();
    const install = await this.find(appCode);
    if (install) await this.api.delete(`/app/install/${install.installId}?dropData=true&confirm=${appCode}`);
  }

  /** Has an application installed in a version; what it holds stays. */
  async ensure(appCode: string, version = versionOf(appCode)): Promise<void> {
    const install = await this.find(appCode);
    if (install?.version === version) return void (await this.#enable(install));
    if (install) await this.remove(appCode);
    await this.api.post('/app/install', { appCode, version });
  }

  /** Has an application installed with nothing in it but its seeds. */
  async renew(appCode: string, version = versionOf(appCode)): Promise<void> {
    await this.remove(appCode);
    await this.ensure(appCode, version);
  }

  /** Has a version published and listed. */
  async offer(appCode: string, version: string, file: string): Promise<void> {
    const known = await this.api
      .get<{ versions: Array<{ version: string }> }>(`/app/market/${appCode}`)
      .catch(() => ({ versions: [] }));
    if (!known.versions.some((offered) => offered.version === version)) await publishPackage(this.api, file);
  }

  async find(appCode: string): Promise<Install | undefined> {
    const installs = await this.api.get<Install[]>('/app/install/list');
    return installs.find((install) => install.appCode === appCode);
  }

  async #enable(install: Install): Promise<void> {
    const enabled = await this.api.get<string[]>('/app/runtime/enabled-apps');
    if (!enabled.includes(install.appCode)) await this.api.post(`/app/install/${install.installId}/enable`);
  }
}
