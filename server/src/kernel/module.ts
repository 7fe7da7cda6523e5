import { PlatformError } from '@platform/plugin-sdk/core';
import { Disposer, type Undo } from './disposer.ts';
import type { Logger } from './logger.ts';
import type { PlatformConfig } from './config/index.ts';
import { ServiceRegistry, serviceToken, type Token } from './service.ts';

/** Registers the parts of a module; the host removes them when it stops. */
export interface ModuleContext {
  readonly config: PlatformConfig;
  readonly logger: Logger;
  readonly services: ServiceRegistry;
  use<T>(token: Token<T>): T;
  provide<T>(token: Token<T>, service: T): void;
  /** Runs once every module is set up, in dependency order: the time to start work. */
  onReady(work: () => void | Promise<void>): void;
  /** Runs when the host stops, in reverse order of registration. */
  onDispose(undo: Undo): void;
}

/** One part of the host. (design 1.6) */
export interface Module {
  readonly name: string;
  /** Names of modules that are set up before this one and disposed after it. */
  readonly depends?: readonly string[];
  setup(ctx: ModuleContext): void | Promise<void>;
}

export function defineModule(module: Module): Module {
  return Object.freeze(module);
}

/** A span of the start, in milliseconds since 1970. */
interface Span {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Record of a module's work during the start. */
export interface ModuleReport {
  readonly name: string;
  readonly depends: readonly string[];
  /** Names of the services that it provides, each with the class of its implementation. */
  readonly provides: Map<string, string>;
  /** Names of the services that it uses. */
  readonly uses: Set<string>;
  readonly spans: Array<Span & { readonly step: 'setup' | 'ready' }>;
}

/** Reports of all modules in the order of their start. */
export const MODULE_REPORTS = serviceToken<readonly ModuleReport[]>('module reports');

export interface ModuleHost {
  readonly services: ServiceRegistry;
  /** Removes all registrations, in reverse order. */
  dispose(): Promise<void>;
}

/**
 * Sets modules up in dependency order, then runs their `onReady` work. A failure rolls back.
 *
 * @throws MODULE_DEPENDENCY_MISSING, MODULE_CYCLE
 */
export async function startModules(
  modules: readonly Module[],
  config: PlatformConfig,
  logger: Logger,
  services = new ServiceRegistry(),
): Promise<ModuleHost> {
  const disposer = new Disposer();
  const ready: Array<() => Promise<void>> = [];
  const reports: ModuleReport[] = [];
  disposer.add(services.provide(MODULE_REPORTS, reports));
  try {
    for (const module of inDependencyOrder(modules)) {
      const report = reportOf(module);
      reports.push(report);
      const setUp = () =>
        module.setup({
          config,
          logger: logger.child({ logger: module.name }),
          services,
          use: (token) => {
            report.uses.add(token.name);
            return services.use(token);
          },
          provide: (token, service) => {
            report.provides.set(token.name, classOf(service));
            disposer.add(services.provide(token, service));
          },
          onReady: (work) => void ready.push(() => timed(report, 'ready', work)),
          onDispose: (undo) => void disposer.add(undo),
        });
      await timed(report, 'setup', setUp);
    }
    for (const work of ready) await work();
  } catch (error) {
    await disposer.dispose().catch((failure: unknown) => logger.error('Stopping failed', { error: failure }));
    throw error;
  }
  return { services, dispose: () => disposer.dispose() };
}

const reportOf = ({ name, depends = [] }: Module): ModuleReport => ({
  name,
  depends,
  provides: new Map(),
  uses: new Set(),
  spans: [],
});

async function timed(
  { spans }: ModuleReport,
  step: 'setup' | 'ready',
  work: () => void | Promise<void>,
): Promise<void> {
  const startedAt = Date.now();
  await work();
  spans.push({ step, startedAt, endedAt: Date.now() });
}

const classOf = (service: unknown): string =>
  (typeof service === 'object' && service !== null && service.constructor?.name) || typeof service;

function inDependencyOrder(modules: readonly Module[]): Module[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  const ordered: Module[] = [];
  const visit = (module: Module, path: readonly string[]): void => {
    if (ordered.includes(module)) return;
    if (path.includes(module.name)) {
      throw new PlatformError({
        code: 'MODULE_CYCLE',
        message: `Modules depend on each other: ${[...path, module.name].join(' → ')}.`,
      });
    }
    for (const name of module.depends ?? []) {
      const dependency = byName.get(name);
      if (!dependency) {
        throw new PlatformError({
          code: 'MODULE_DEPENDENCY_MISSING',
          message: `Module ${module.name} depends on ${name}, which is not part of this host.`,
        });
      }
      visit(dependency, [...path, module.name]);
    }
    ordered.push(module);
  };
  for (const module of modules) visit(module, []);
  return ordered;
}
