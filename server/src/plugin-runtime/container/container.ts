import { reasonOf, within } from '../../kernel/index.ts';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { BeanLifecycle } from '@platform/plugin-sdk/core';
import { LoadRefusal } from '../contract/load-finding.ts';
import type { BeanDescription } from '../contract/application-description.ts';
import type { BeanDefinition } from './bean-definition.ts';
import type { BeanNode, Dependency } from './bean-graph.ts';

/** A constructed bean. */
export interface Bean {
  readonly definition: BeanDefinition;
  readonly instance: object & BeanLifecycle;
}

/** The beans of one loaded application and their lifecycle. (design 9.4-16) */
export class Container {
  readonly #nodes: readonly BeanNode[];
  readonly #beans = new Map<BeanDefinition, Bean>();
  /** Beans whose `init()` succeeded, in that order. */
  readonly #initialized: Bean[] = [];
  readonly #started: Bean[] = [];

  readonly #limitMs: number;
  #waitingFor: string | undefined;

  /**
   * @param nodes sorted, dependencies first
   * @param limitMs time limit of `start()`, `stop()` and `dispose()` of one bean
   */
  constructor(nodes: readonly BeanNode[], limitMs: number) {
    this.#nodes = nodes;
    this.#limitMs = limitMs;
  }

  /** The running method, such as `init() of cn.platform.hello.A`. */
  get waitingFor(): string | undefined {
    return this.#waitingFor;
  }

  get beans(): readonly Bean[] {
    return [...this.#beans.values()];
  }

  /**
   * Constructs every bean, dependencies first.
   *
   * @param onConstructed receives each bean before its dependents are constructed
   */
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

  /** True if any bean has an `init()` method. */
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

  /**
   * Stops the started beans in reverse order.
   *
   * @returns failures; every other bean is still stopped
   */
  stop(): Promise<unknown[]> {
    return this.#unwind(this.#started, 'stop');
  }

  /**
   * Disposes the initialised beans in reverse order.
   *
   * @returns failures; every other bean is still disposed
   */
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
      // The load's own timeout covers init().
      await (method === 'init' ? instance.init?.() : this.#limited(() => instance.start?.()));
    } catch (cause) {
      throw failed(code, `${method}()`, definition, cause);
    } finally {
      this.#waitingFor = undefined;
    }
  }

  /** Fails after the limit, so that a hanging bean blocks neither a switch nor the shutdown. */
  async #limited(work: () => unknown): Promise<void> {
    await within((async () => work())(), this.#limitMs, () => {
      throw new Error(`it did not finish within ${this.#limitMs} ms`);
    });
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
      fix: 'Fix the application and package it again. The last working version keeps running.',
      cause,
    },
  ]);
}
