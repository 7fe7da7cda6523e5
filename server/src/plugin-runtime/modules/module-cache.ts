import { compileFunction } from 'node:vm';
import { isA } from '../../kernel/index.ts';
import type { PluginJar } from '../contract/plugin-jar.ts';
import type { ApplicationIsolation } from '../isolation/application-isolation.ts';
import { importForbidden } from '../imports/import-findings.ts';
import { LoadRefusal } from '../contract/load-finding.ts';
import type { ModuleHold } from '../contract/load-report.ts';
import { importKind, packageOf } from '../imports/import-kind.ts';
import type { PluginModule } from './plugin-module.ts';
import { providedModules } from '../imports/provided-modules.ts';
import type { Siblings } from './siblings.ts';
import { moduleUrl } from '../contract/source-maps.ts';
import { MissingDependency, standInExports } from './missing-dependency.ts';

export interface ModuleCacheOptions {
  readonly appCode: string;
  readonly version: string;
  readonly jar: PluginJar;
  readonly isolation: ApplicationIsolation;
  readonly siblings: Siblings;
}

type Wrapper = (
  exports: object,
  require: (specifier: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/** Duration from which a module counts as holding the event loop, in milliseconds. */
const HELD_MS = 200;

const WRAPPER = '(exports, require, module, __filename, __dirname) {';
const PREFIX = `return function ${WRAPPER}`;

/** The modules of one loaded application, dropped with it. (design 3.1) */
export class ModuleCache {
  readonly #options: ModuleCacheOptions;
  readonly #modules = new Map<string, PluginModule>();
  readonly #holds: ModuleHold[] = [];
  /** Time spent in imports of the running module, in milliseconds. */
  #importsMs = 0;

  constructor(options: ModuleCacheOptions) {
    this.#options = options;
  }

  /** Modules whose own evaluation held the event loop. */
  get holds(): readonly ModuleHold[] {
    return this.#holds;
  }

  /** Resolves an import to a file of the jar; undefined if it names none of its modules. */
  fileOf(specifier: string, from: string): string | undefined {
    const kind = importKind(specifier, from);
    return kind.kind === 'file' ? this.#resolve(kind.path) : undefined;
  }

  /** Returns a module, evaluated at most once. */
  load(file: string): PluginModule {
    const known = this.#modules.get(file);
    if (known) return known;
    const module: PluginModule = {
      file,
      exports: {},
      outcome: { state: 'evaluating' },
      imports: new Set(),
    };
    this.#modules.set(file, module);
    const begun = performance.now();
    const before = this.#importsMs;
    this.#importsMs = 0;
    try {
      this.#evaluate(module);
      module.outcome = { state: 'evaluated' };
    } catch (error) {
      module.outcome = isA(error, MissingDependency)
        ? { state: 'skipped', missing: error.missing }
        : { state: 'failed', error };
    }
    const tookMs = performance.now() - begun;
    const ownMs = Math.round(tookMs - this.#importsMs);
    this.#importsMs = before + tookMs;
    if (ownMs >= HELD_MS) this.#holds.push({ module: file, durationMs: ownMs });
    return module;
  }

  #evaluate(module: PluginModule): void {
    const { appCode, version, jar, isolation } = this.#options;
    const evaluated = jar.evaluated?.(module.file);
    if (evaluated) {
      module.exports = evaluated;
      return;
    }
    const scope = isolation.globals;
    const filename = moduleUrl(appCode, version, module.file);
    const factory = compileFunction(`${PREFIX}${jar.text(module.file) ?? ''}\n}`, Object.keys(scope), {
      filename,
      columnOffset: -PREFIX.length,
    }) as (...scope: unknown[]) => Wrapper;
    const evaluate = factory(...Object.values(scope));
    const holder: { exports: unknown } = { exports: module.exports };
    const require = (specifier: string): unknown => this.#require(module, specifier);
    evaluate.call(
      module.exports,
      module.exports,
      require,
      holder,
      filename,
      filename.replace(/\/[^/]*$/, ''),
    );
    module.exports = holder.exports as Record<string, unknown>;
  }

  #require(from: PluginModule, specifier: string): unknown {
    const kind = importKind(specifier, from.file);
    switch (kind.kind) {
      case 'forbidden':
        throw new LoadRefusal([importForbidden(from.file, specifier, kind.reason)]);
      case 'builtin':
        return this.#options.isolation.builtin(specifier, from.file);
      case 'file': {
        const file = this.#resolve(kind.path);
        if (file === undefined) throw new MissingDependency(kind.path);
        return this.#import(from, this.load(file));
      }
      case 'sibling':
        return this.#import(from, this.#options.siblings.main(kind.appCode) ?? absent(specifier));
      case 'package': {
        const provided = providedModules.get(specifier);
        if (provided) return provided;
        const bundled = `lib/${specifier}.js`;
        if (this.#options.jar.has(bundled)) return this.#import(from, this.load(bundled));
        throw new MissingDependency(packageOf(specifier));
      }
    }
  }

  #import(from: PluginModule, module: PluginModule): unknown {
    from.imports.add(module);
    const { file, outcome } = module;
    if (outcome.state === 'failed') throw outcome.error;
    return outcome.state === 'skipped' ? standInExports(outcome.missing, file) : module.exports;
  }

  /** Imports have the extension `.ts` or none. */
  #resolve(path: string): string | undefined {
    const candidates = [path, path.replace(/\.([cm]?)ts$/, '.$1js'), `${path}.js`, `${path}/index.js`];
    return candidates.find((candidate) => this.#options.jar.has(candidate));
  }
}

/** Placeholder for the main module of an absent application. */
const absent = (specifier: string): PluginModule => ({
  file: specifier,
  exports: {},
  outcome: { state: 'skipped', missing: specifier },
  imports: new Set(),
});
