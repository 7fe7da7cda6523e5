import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { builtinAccess, type PermissionName, type Permissions } from '@platform/package-format';
import type { Dispatcher } from 'undici';
import type { PluginLogger } from '../capabilities/plugin-logger.ts';
import { LoadRefusal } from '../lifecycle/finding.ts';
import { importForbidden, importWithoutPermission } from '../jar/import-findings.ts';
import type { TimerScope } from '../modules/timer-scope.ts';
import { FilePaths } from './files/file-paths.ts';
import { fsFacade } from './files/fs-facade.ts';
import { ownFinalizers } from './finalizers.ts';
import { hooksFacade } from './hooks-facade.ts';
import { dnsFacade } from './network/dns-facade.ts';
import { guardedConnection, guardedDispatcher, guardedFetch } from './network/fetch.ts';
import { httpFacade } from './network/http-facade.ts';
import { NetworkRule } from './network/network-rule.ts';
import { netFacade, tlsFacade } from './network/sockets.ts';
import { OpenHandles } from './open-handles.ts';
import { ownGlobals } from './own-globals.ts';
import { childProcessFacade, workerThreadsFacade } from './process/child-facade.ts';
import { ownStreams } from './process/own-streams.ts';
import { processFacade } from './process/process-facade.ts';

export interface IsolationOptions {
  readonly appCode: string;
  readonly permissions: Permissions;
  /** Holds a folder for each application that may use files. */
  readonly dataDir: string;
  readonly logger: PluginLogger;
  readonly timers: TimerScope;
  /** Takes what its callbacks throw that Node calls on its own. */
  readonly onFault: (error: unknown) => void;
}

/**
 * What one loaded application gets instead of the process's own globals and built-ins: within its permissions, and closed
 * with it. Signed code is trusted code: this catches mistakes and makes intent visible, it is no sandbox. (design 3.4, 9.4-19)
 */
export class ApplicationIsolation {
  readonly open = new OpenHandles();
  readonly network: NetworkRule;
  /** The names that its modules see, in place of the process's. */
  readonly globals: Readonly<Record<string, unknown>>;
  readonly #options: IsolationOptions;
  readonly #modules = new Map<string, object>();
  readonly #own: ReadonlyMap<string, () => object>;
  #dispatcher: Dispatcher | undefined;
  #paths: FilePaths | undefined;

  constructor(options: IsolationOptions) {
    const { appCode, permissions, logger, timers, onFault } = options;
    this.#options = options;
    this.network = new NetworkRule(appCode, permissions.network);
    const streams = ownStreams(logger);
    const process = processFacade({
      appCode,
      env: permissions.env,
      streams,
      builtin: (name) => this.builtin(name, 'process.getBuiltinModule()'),
    });
    const own = {
      ...timers.functions,
      process,
      console: streams.console,
      FinalizationRegistry: ownFinalizers(appCode, onFault),
      fetch: guardedFetch(this.network, () => this.dispatcher),
      WebSocket: guardedConnection('WebSocket', this.network, this.open),
      EventSource: guardedConnection('EventSource', this.network, this.open),
    };
    const globals = ownGlobals(own);
    this.globals = Object.freeze({ ...own, globalThis: globals, global: globals });
    this.#own = this.#facades(process, streams.console);
  }

  /** Makes connections for `fetch` and `HttpClient`. */
  get dispatcher(): Dispatcher {
    return (this.#dispatcher ??= guardedDispatcher(this.network, this.open));
  }

  /**
   * What an import of a built-in gives.
   *
   * @param from who imports it, for the message
   * @throws LoadRefusal
   */
  builtin(specifier: string, from: string): object {
    const name = specifier.replace(/^node:/, '');
    const access = builtinAccess(name);
    if (access === 'never') {
      throw new LoadRefusal([
        importForbidden(from, specifier, `the built-in ${name} is not available to applications`),
      ]);
    }
    if (access !== 'free' && !this.#may(access)) {
      throw new LoadRefusal([importWithoutPermission(from, specifier, access)]);
    }
    const known = this.#modules.get(name);
    if (known) return known;
    const module = this.#own.get(name)?.() ?? nodeModule(name);
    this.#modules.set(name, module);
    return module;
  }

  /** Closes what the application has opened. @returns what it had left open, for the unload report */
  close(): string[] {
    return this.open.close();
  }

  #may(permission: PermissionName): boolean {
    return this.#options.permissions[permission] !== undefined;
  }

  #files(): FilePaths {
    const { appCode, dataDir } = this.#options;
    return (this.#paths ??= new FilePaths(appCode, join(dataDir, appCode)));
  }

  #facades(process: NodeJS.Process, console: object): Map<string, () => object> {
    const { network, open } = this;
    const { timers, permissions } = this.#options;
    const environment = permissions.env ? globalThis.process.env : { PATH: globalThis.process.env['PATH'] };
    return new Map<string, () => object>([
      ['timers', () => timers.module],
      ['timers/promises', () => timers.promises],
      ['process', () => process],
      ['console', () => console],
      ['async_hooks', () => hooksFacade(open, this.#options.onFault)],
      ['net', () => netFacade(network, open)],
      ['tls', () => tlsFacade(network, open)],
      ['http', () => httpFacade(http, 'http', network, open)],
      ['https', () => httpFacade(https, 'https', network, open)],
      ['dns', () => dnsFacade(network)],
      ['dns/promises', () => dnsFacade(network).promises],
      ['fs', () => fsFacade(this.#files(), open)],
      ['fs/promises', () => fsFacade(this.#files(), open).promises],
      ['child_process', () => childProcessFacade(permissions.files && this.#files().root, environment, open)],
      ['worker_threads', () => workerThreadsFacade(open)],
    ]);
  }
}

const nodeModule = (name: string): object =>
  (process as { getBuiltinModule(name: string): object | undefined }).getBuiltinModule(name) ?? {};
