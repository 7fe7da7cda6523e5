import { RemoteError } from '../errors.ts';
import type { RemoteAdapter, RemoteFormat } from './adapter.ts';
import { createFederationFormat } from './federation-format.ts';
import { createModuleFormat } from './module-format.ts';

export interface AdapterOptions {
  /** Default: all formats of `defineRemoteApp`. */
  formats?: readonly RemoteFormat[];
  /** Imports a module by address. */
  importModule?: (address: string) => Promise<unknown>;
}

/** Loads applications of several formats; the first format that recognizes an entry opens it. */
export function createRemoteAdapter(options: AdapterOptions = {}): RemoteAdapter {
  const { formats = [createFederationFormat(), createModuleFormat()] } = options;
  const importModule =
    options.importModule ?? ((address) => import(/* @vite-ignore */ address) as Promise<unknown>);
  return {
    async load(code, entry, shared) {
      for (const format of formats) format.publish?.(shared);
      const module = await importModule(entry);
      for (const format of formats) {
        const container = await format.open(code, module, shared);
        if (container) return container;
      }
      throw new RemoteError({
        code: 'REMOTE_ENTRY_INVALID',
        stage: 'entry',
        app: code,
        message: `${entry} is not the entry of an application: it exports neither "init" and "get", nor "install", nor a default function`,
      });
    },
  };
}
