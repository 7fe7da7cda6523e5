import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { viewsOf } from './hand-written.ts';
import { PageProblems } from './page-problems.ts';
import { Shell } from './shell.ts';

/** Answer of the web server for one file. */
export interface Answer {
  /** No answer at all. */
  readonly hangs?: boolean;
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
/** A file's text; an answer of its own; one for each request in turn, the last again and again. */
export type StagedFile = string | Answer | readonly (string | Answer)[];

/** A remote application that only the browser believes to be installed. */
export interface StagedRemote {
  readonly code: string;
  readonly version?: string;
  /** Views that have a menu; default `main`. */
  readonly views?: readonly string[];
  readonly shared?: Readonly<Record<string, string>>;
  readonly runtimeApi?: string;
  /** Files beside the entry, which is `index.js`. */
  readonly files: Readonly<Record<string, StagedFile>>;
}

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

/** A remote that works. */
const counting = viewsOf({
  main: (vue) => ({
    data: () => ({ n: 0 }),
    render(this: { n: number }) {
      return vue.h('button', { type: 'button', onClick: () => this.n++ }, `Counted ${this.n}`);
    },
  }),
});

/** A shell with remotes that are not installed. The test answers the requests for their files. */
export class RemoteStage {
  readonly page: Page;
  readonly shell: Shell;
  readonly problems: PageProblems;
  /** Addresses of remotes' files that were asked for, in order. */
  readonly requests: string[] = [];
  readonly #remotes = new Map<string, StagedRemote>();
  #count = 0;
  readonly #turns = new Map<string, number>();
  #events: Route | undefined;

  constructor(page: Page) {
    this.page = page;
    this.shell = new Shell(page);
    this.problems = new PageProblems(page);
  }

  /**
   * Adds remotes and replaces those with the same code. Call {@link announce} once the shell is
   * open.
   */
  put(...remotes: readonly StagedRemote[]): void {
    for (const remote of remotes) this.#remotes.set(remote.code, remote);
  }

  take(code: string): void {
    this.#remotes.delete(code);
  }

  /** Opens the shell. */
  async start(): Promise<void> {
    await this.page.route('**/app/runtime/remote-apps', (route) => this.#listRemotes(route));
    await this.page.route('**/system/menu/getRouters', (route) => this.#listMenus(route));
    await this.page.route('**/app/runtime/events', (route) => void (this.#events = route));
    await this.page.route('**/remote-apps/**', (route) => this.#serve(route));
    this.put({ code: 'calm', files: { 'index.js': counting } });
    await this.page.goto('/apps/tasks');
    await expect(this.shell.heading).toHaveText('Tasks');
  }

  /** Tells the shell, as the host does, that applications have changed. */
  async announce(): Promise<void> {
    await expect.poll(() => this.#events, 'a live connection').toBeDefined();
    const listed = this.page.waitForResponse('**/system/menu/getRouters');
    await this.#events?.fulfill({ contentType: 'text/event-stream', body: 'event: changed\ndata: {}\n\n' });
    this.#events = undefined;
    await listed;
  }

  /** Opens a view from the menu. @returns where it is shown */
  async open(code: string, view = 'main'): Promise<Locator> {
    await this.shell.open('On stage', `${code} ${view}`);
    return this.view(code, view);
  }

  view(code: string, view = 'main'): Locator {
    return this.page.locator(`[data-app="${code}"][data-view="${view}"]`);
  }

  /**
   * Checks that the shell and another remote still work. The counter of that remote keeps its
   * value.
   */
  async expectUsable(): Promise<void> {
    await this.page.keyboard.press('Control+k');
    const palette = this.page.getByRole('combobox', { name: 'Search pages and actions' });
    await palette.fill('calm main');
    await palette.press('Enter');
    const calm = this.view('calm').getByRole('button');
    this.#count += 1;
    await calm.click();
    await expect(calm).toHaveText(`Counted ${this.#count}`);
  }

  async #listRemotes(route: Route): Promise<void> {
    const { answer, body } = await original<unknown[]>(route);
    const staged = [...this.#remotes.values()].map(({ code, version = '1.0.0', shared, runtimeApi }) => ({
      ...{ code, name: code, version, shared, runtimeApi },
      entry: `/remote-apps/${code}/index.js?v=${version}`,
    }));
    await route.fulfill({ response: answer, json: { ...body, data: [...body.data, ...staged] } });
  }

  async #listMenus(route: Route): Promise<void> {
    const { answer, body } = await original<unknown[]>(route);
    const pages = [...this.#remotes.values()].flatMap(({ code, views = ['main'] }) =>
      views.map((view) => ({
        ...node(`${code}-${view}`, `${code} ${view}`, 'C', code),
        component: `remote:${code}/${view}`,
      })),
    );
    const directory = { ...node('stage', 'On stage', 'M'), path: '/stage', children: pages };
    await route.fulfill({ response: answer, json: { ...body, data: [...body.data, directory] } });
  }

  async #serve(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    const [, code = '', name = ''] = /^\/remote-apps\/([^/]+)\/(?:~\d+\/)?(.+)$/.exec(pathname) ?? [];
    const remote = this.#remotes.get(code);
    if (!remote) return route.fallback();
    this.requests.push(route.request().url());
    const file = remote.files[name] ?? { status: 404, contentType: 'text/plain', body: 'Not found' };
    const {
      hangs,
      status = 200,
      contentType,
      body = '',
      headers,
    } = this.#answerOf(file, `${code}/${name}`, route);
    if (hangs) return;
    const type = contentType ?? types[name.split('.').pop() ?? ''] ?? 'text/plain';
    await route.fulfill({ status, body, headers: { ...headers, 'content-type': type } });
  }

  /** The loader looks at a file that could not be imported: such a look is no turn of its own. */
  #answerOf(file: StagedFile, key: string, route: Route): Answer {
    const all = isList(file) ? file : [file];
    const turn = this.#turns.get(key) ?? 0;
    const looks = route.request().resourceType() === 'fetch' && key.endsWith('.js');
    if (!looks) this.#turns.set(key, turn + 1);
    const answer = all[Math.min(looks ? turn - 1 : turn, all.length - 1)] ?? '';
    return typeof answer === 'string' ? { body: answer } : answer;
  }
}

function isList(file: StagedFile): file is readonly (string | Answer)[] {
  return Array.isArray(file);
}

async function original<T>(route: Route) {
  const answer = await route.fetch();
  return { answer, body: (await answer.json()) as { data: T } };
}

function node(menuKey: string, name: string, type: 'M' | 'C', appCode?: string) {
  return { menuId: 0, menuKey, name, path: menuKey, type, order: 99, visible: true, cache: true, appCode };
}
