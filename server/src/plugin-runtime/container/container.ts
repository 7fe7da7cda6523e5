import { reasonOf } from '../../kernel/index.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { BeanLifecycle } from '@platform/plugin-sdk/core';
import { LoadRefusal } from '../lifecycle/finding.ts';
import type { BeanDescription } from '../plugin-runtime.ts';
import type { BeanDefinition } from './bean-definition.ts';
import type { BeanNode, Dependency } from './bean-graph.ts';

/** A bean that exists. */
export interface Bean {
  readonly definition: BeanDefinition;
  readonly instance: object & BeanLifecycle;
}

/** The beans of one loaded application, and their life. (design 9.4-16) */
export class Container {
  readonly #nodes: readonly BeanNode[];
  readonly #beans = new Map<BeanDefinition, Bean>();
  /** Those whose `init()` ran or had nothing to run, in that order. */
  readonly #initialized: Bean[] = [];
  readonly #started: Bean[] = [];

  readonly #limitMs: number;
  #waitingFor: string | undefined;

  /**
   * @param nodes each after those it needs
   * @param limitMs how long `start()`, `stop()` and `dispose()` of one bean are waited for
   */
  constructor(nodes: readonly BeanNode[], limitMs: number) {
    this.#nodes = nodes;
    this.#limitMs = limitMs;
  }

  /** The method that is being waited for, such as `init() of cn.platform.hello.A`. */
  get waitingFor(): string | undefined {
    return this.#waitingFor;
  }

  get beans(): readonly Bean[] {
    return [...this.#beans.values()];
  }

  /** Constructs every bean, those that others need first. @param onConstructed sees each before those that need it */
  construct(onConstructed: (bean: Bean) => void = () => undefined): void {
    for (const { definition, dependencies } of this.#nodes) {
      const args = dependencies.map((dependency) => this.#argument(dependency));
      try {
        const bean: Bean = { definition, instance: new definition.type(...args) };
        this.#beans.set(definition, bean);
        onConstructed(bean);
      } catch (cause) {
        throw failed('PLUGIN_CONSTRUCTOR_FAILED', 'constructor', definition, cause);
      }
    }
  }

  /** Whether any bean has something to do in `init()`. */
  get hasInit(): boolean {
    return this.beans.some(({ instance }) => typeof instance.init === 'function');
  }

  async init(): Promise<void> {
    for (const bean of this.beans) {
      await this.#call(bean, 'init', 'PLUGIN_INIT_FAILED');
      this.#initialized.push(bean);
    }
  }

  async start(): Promise<void> {
    for (const bean of this.beans) {
      this.#started.push(bean);
      await this.#call(bean, 'start', 'PLUGIN_START_FAILED');
    }
  }

  /** Stops what was started, in reverse. @returns failures; one does not keep the others from stopping */
  stop(): Promise<unknown[]> {
    return this.#unwind(this.#started, 'stop');
  }

  /** Disposes what was initialised, in reverse. */
  dispose(): Promise<unknown[]> {
    return this.#unwind(this.#initialized, 'dispose');
  }

  describe(): BeanDescription[] {
    const names = new Map<AbstractClass, string>(
      this.#nodes.map(({ definition }) => [definition.type, definition.name]),
    );
    return this.#nodes.map(({ definition, dependencies }) => ({
      name: definition.name,
      kind: definition.kind,
      tokens: definition.tokens.map((token) => names.get(token) ?? token.name),
      dependencies: dependencies.flatMap(dependencyNames),
    }));
  }

  #argument(dependency: Dependency): unknown {
    switch (dependency.kind) {
      case 'bean':
        return this.#beans.get(dependency.bean)?.instance;
      case 'beans':
        return dependency.beans.map((bean) => this.#beans.get(bean)?.instance);
      case 'outside':
        return dependency.service;
      case 'none':
        return undefined;
    }
  }

  async #call({ definition, instance }: Bean, method: 'init' | 'start', code: string): Promise<void> {
    this.#waitingFor = `${method}() of ${definition.name}`;
    try {
      // A load has a limit of its own, which init() is part of.
      await (method === 'init' ? instance.init?.() : this.#limited(() => instance.start?.()));
    } catch (cause) {
      throw failed(code, `${method}()`, definition, cause);
    } finally {
      this.#waitingFor = undefined;
    }
  }

  /** Whoever never ends is left behind: it holds up neither a switch nor the end of the host. */
  async #limited(work: () => unknown): Promise<void> {
    const over = new AbortController();
    try {
      await Promise.race([
        work(),
        sleep(this.#limitMs, undefined, { signal: over.signal }).then(() => {
          throw new Error(`it did not end within ${this.#limitMs} ms`);
        }),
      ]);
    } finally {
      over.abort();
    }
  }

  async #unwind(beans: Bean[], method: 'stop' | 'dispose'): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let bean = beans.pop(); bean; bean = beans.pop()) {
      try {
        const { instance } = bean;
        await this.#limited(() => instance[method]?.());
      } catch (cause) {
        failures.push(
          new Error(`${method}() of ${bean.definition.name} failed: ${reasonOf(cause)}`, { cause }),
        );
      }
    }
    return failures;
  }
}

function dependencyNames(dependency: Dependency): string[] {
  switch (dependency.kind) {
    case 'bean':
      return [dependency.bean.name];
    case 'beans':
      return dependency.beans.map(({ name }) => name);
    case 'outside':
      return [dependency.name];
    case 'none':
      return [];
  }
}

function failed(code: string, what: string, { name }: BeanDefinition, cause: unknown): LoadRefusal {
  return new LoadRefusal([
    {
      code,
      message: `${what} of ${name} failed: ${reasonOf(cause)}`,
      fix: 'Correct the application and package it again; the version that served before goes on serving.',
      cause,
    },
  ]);
}
