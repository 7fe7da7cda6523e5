import type { RemoteRuntime } from '@platform/remote-app';
import type * as Pinia from 'pinia';
import type * as Vue from 'vue';

/** A view as the tests write it by hand; `vue` and `pinia` are the host's. */
export type View = (vue: typeof Vue, runtime: RemoteRuntime, pinia: typeof Pinia) => unknown;
/** Source of the install function that a container's module exports. */
export type HandWrittenInstall = (runtime: RemoteRuntime, vue: typeof Vue, pinia: typeof Pinia) => unknown;

/**
 * The source of an entry with an install function, as a developer writes it who knows the container
 * protocol and uses no builder. The given functions run in the browser, so they may use only their
 * arguments.
 */
export function containerOf(install: HandWrittenInstall | string): string {
  return `
let vue, pinia;
export async function init(scope) {
  const take = async (name) => (await Object.values(scope[name])[0].get())();
  [vue, pinia] = await Promise.all([take('vue'), take('pinia')]);
}
export async function get(name) {
  if (name !== './install') throw new Error('There is no ' + name);
  return () => ({ default: (runtime) => (${String(install)})(runtime, vue, pinia) });
}`;
}

/** The entry of an application that consists of its views. */
export function viewsOf(views: Readonly<Record<string, View>>): string {
  const sources = Object.entries(views).map(
    ([key, view]) => `${JSON.stringify(key)}: (${String(view)})(vue, runtime, pinia)`,
  );
  return containerOf(`(runtime, vue, pinia) => ({
    manifest: { code: runtime.app.code, version: runtime.app.version },
    views: { ${sources.join(', ')} },
  })`);
}

/** An entry whose style sheet lies beside it, as `style.css`. */
export function styledBy(entry: string): string {
  const code = "new URL(import.meta.url).pathname.split('/')[2]";
  return entry.replace(
    'return () =>',
    `window['css__' + ${code} + '__./install'] = ['style.css'];\n  return () =>`,
  );
}

/** The entry of an application whose only view says this. */
export function sayingOf(text: string): string {
  return viewsOf({ main: (vue) => ({ render: () => vue.h('p', 'SAID') }) }).replace(
    "'SAID'",
    JSON.stringify(text),
  );
}
