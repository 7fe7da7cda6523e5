import { within } from '../../kernel/index.ts';

type Method = (...args: unknown[]) => unknown;

/**
 * In-flight calls of an application's beans from outside, through locators.
 *
 * The application is not disposed before they end. (spec: L8; design 3.3)
 */
export class ServiceCalls {
  readonly #running = new Map<Promise<unknown>, string>();
  readonly #counted = new WeakMap<object, object>();

  /** @returns a proxy of the bean that tracks its calls; always the same one for a bean */
  counted(bean: object, name: string): object {
    const known = this.#counted.get(bean);
    if (known) return known;
    const methods = new Map<string | symbol, { readonly method: Method; readonly counting: Method }>();
    const counting = (key: string | symbol, method: Method): Method => {
      const made = methods.get(key);
      if (made?.method === method) return made.counting;
      const call: Method = (...args) => this.#track(`${name}.${String(key)}`, method.apply(bean, args));
      methods.set(key, { method, counting: call });
      return call;
    };
    const proxy = new Proxy(bean, {
      // `this` must be the bean itself: it may have private fields.
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' && key !== 'constructor' ? counting(key, value as Method) : value;
      },
    });
    this.#counted.set(bean, proxy);
    return proxy;
  }

  /**
   * Waits for the in-flight calls.
   *
   * @returns names of those still running after `timeoutMs`
   */
  async drain(timeoutMs: number): Promise<string[]> {
    await within(Promise.allSettled(this.#running.keys()), timeoutMs);
    return [...this.#running.values()];
  }

  #track(name: string, result: unknown): unknown {
    if (!(result instanceof Promise)) return result;
    const ended = (): void => void this.#running.delete(result);
    this.#running.set(result, name);
    result.then(ended, ended);
    return result;
  }
}
