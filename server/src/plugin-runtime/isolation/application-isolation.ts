import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { builtinAccess, type PermissionName, type Permissions } from '@platform/package-format';
import type { Dispatcher } from 'undici';
import type { PluginLogger } from '../capabilities/plugin-logger.ts';
import { LoadRefusal } from '../contract/load-finding.ts';
import { importForbidden, importWithoutPermission } from '../imports/import-findings.ts';
import type { TimerScope } from './timers/timer-scope.ts';
import { FilePaths } from './files/file-paths.ts';
import { fsFacade } from './files/fs-facade.ts';
import { finalizationRegistry } from './finalization-registry.ts';
import { hooksFacade } from './async-hooks-facade.ts';
import { diagnosticsFacade } from './diagnostics-facade.ts';
import { dnsFacade } from './network/dns-facade.ts';
import { guardedConnection, guardedDispatcher, guardedFetch } from './network/fetch.ts';
import { httpFacade } from './network/http-facade.ts';
import { NetworkRule } from './network/network-rule.ts';
import { netFacade, tlsFacade } from './network/sockets.ts';
import { ownBroadcastChannel, ownPerformanceObserver, perfHooksFacade } from './observers.ts';
import { OpenHandles } from './open-handles.ts';
import { applicationGlobals } from './application-globals.ts';
import { childProcessFacade, workerThreadsFacade } from './process/child-facade.ts';
import { standardStreams } from './process/standard-streams.ts';
import { processFacade } from './process/process-facade.ts';
import { sharedEnvironment } from './process/shared-environment.ts';
import { cryptoFacade, webcryptoFacade, zlibFacade } from './thread-facades.ts';
import { Turns } from './turns.ts';

/** Two of the process's four threads remain for others. */
const COMPUTING_AT_ONCE = 2;

export interface IsolationOptions {
  readonly appCode: string;
  readonly permissions: Permissions;
  /** Contains one folder for each application that may use files. */
  readonly dataDir: string;
  readonly logger: PluginLogger;
  readonly timers: TimerScope;
  /** Receives errors of callbacks that Node calls directly. */
  readonly onFault: (error: unknown) => void;
  /** Receives each thread that it starts. */
  readonly onThread: (thread: Worker) => void;
}

/**
 * Globals and built-ins of one loaded application, limited to its permissions and closed with it.
 *
 * Signed code is trusted code: isolation catches mistakes and makes intent visible. It is not a
 * sandbox. (design 3.4, 9.4-19)
 */
export class ApplicationIsolation {
  readonly open: OpenHandles;
  readonly network: NetworkRule;
  /** Globals that its modules see in place of the process's own. */
  readonly globals: Readonly<Record<string, unknown>>;
  readonly #options: IsolationOptions;
  readonly #modules = new Map<string, object>();
  readonly #computing = new Turns(COMPUTING_AT_ONCE);
  readonly #own: ReadonlyMap<string, () => object>;
  #dispatcher: Dispatcher | undefined;
  #paths: FilePaths | undefined;

  constructor(options: IsolationOptions) {
    const { appCode, permissions, logger, timers, onFault } = options;
    this.#options = options;
    this.open = new OpenHandles(appCode);
    this.network = new NetworkRule(appCode, permissions.network);
    const streams = standardStreams(logger);
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
      crypto: webcryptoFacade(this.#computing),
      FinalizationRegistry: finalizationRegistry(appCode, onFault),
      PerformanceObserver: ownPerformanceObserver(this.open),
      BroadcastChannel: ownBroadcastChannel(this.open),
      fetch: guardedFetch(this.network, () => this.dispatcher),
      WebSocket: guardedConnection('WebSocket', this.network, this.open, () => this.dispatcher),
      EventSource: guardedConnection('EventSource', this.network, this.open, () => this.dispatcher),
    };
    const globals = applicationGlobals(own);
    this.globals = Object.freeze({ ...own, globalThis: globals, global: globals });
    this.#own = this.#facades(process, streams.console);
  }

  /** Opens the connections of `fetch` and `HttpClient`. */
  get dispatcher(): Dispatcher {
    return (this.#dispatcher ??= guardedDispatcher(this.network, this.open));
  }

  /**
   * Returns the module for an import of a built-in.
   *
   * @param from the importing module, for the message
   * @throws LoadRefusal if the built-in is forbidden or its permission is missing
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

  /**
   * Closes everything the application has opened.
   *
   * @returns names of what was open, for the unload report
   */
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
    const { env } = globalThis.process;
    const environment = permissions.env ? sharedEnvironment(env) : { PATH: env['PATH'] };
    return new Map<string, () => object>([
      ['timers', () => timers.module],
      ['timers/promises', () => timers.promises],
      ['process', () => process],
      ['console', () => console],
      ['async_hooks', () => hooksFacade(open, this.#options.onFault)],
      ['diagnostics_channel', () => diagnosticsFacade(open, this.#options.onFault)],
      ['perf_hooks', () => perfHooksFacade(open)],
      ['net', () => netFacade(network, open)],
      ['tls', () => tlsFacade(network, open)],
      ['http', () => httpFacade(http, 'http', network, open)],
      ['https', () => httpFacade(https, 'https', network, open)],
      ['dns', () => dnsFacade(network)],
      ['dns/promises', () => dnsFacade(network).promises],
      ['crypto', () => cryptoFacade(this.#computing)],
      ['zlib', () => zlibFacade(this.#computing)],
      ['fs', () => fsFacade(this.#files(), open)],
      ['fs/promises', () => fsFacade(this.#files(), open).promises],
      ['child_process', () => childProcessFacade(permissions.files && this.#files().root, environment, open)],
      ['worker_threads', () => workerThreadsFacade(open, this.#options.onThread)],
    ]);
  }
}

const nodeModule = (name: string): object =>
  (process as { getBuiltinModule(name: string): object | undefined }).getBuiltinModule(name) ?? {};
