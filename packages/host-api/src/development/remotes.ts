import { Type } from 'typebox';
import { contract, Nothing } from '../contract/index.ts';

const Params = Type.Object({ code: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' }) });

const Scripts = Type.Object({
  scripts: Type.Array(
    Type.Object({ name: Type.String({ pattern: '^[^/\\\\]+\\.sql$', maxLength: 200 }), text: Type.String() }),
  ),
  /** List the pending scripts, run them, or delete the application's data and run every script. */
  mode: Type.Union([Type.Literal('look'), Type.Literal('run'), Type.Literal('reset')]),
});

const texts = Type.Record(Type.String(), Type.String());

const Address = Type.Object({
  entry: Type.String({ maxLength: 2048 }),
  version: Type.Optional(Type.String()),
  shared: Type.Optional(texts),
  runtimeApi: Type.Optional(Type.String()),
});

/** Menus that a synchronisation touched. */
export const MenuCountsSchema = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
});

export const developmentContracts = {
  get: contract({
    method: 'GET',
    url: '/platform/development/remotes',
    auth: 'login',
    summary: 'Whether this host is for development: a shell may then load a frontend from another address',
    schema: { response: Type.Object({ development: Type.Literal(true) }) },
  }),
  serve: contract({
    method: 'PUT',
    url: '/platform/development/remotes/:code',
    auth: 'app:console:edit',
    summary: 'Load a frontend from its development server',
    schema: {
      params: Params,
      body: Address,
      response: Type.Object({ entry: Type.String(), tenants: Type.Integer() }),
    },
  }),
  withdraw: contract({
    method: 'DELETE',
    url: '/platform/development/remotes/:code',
    auth: 'app:console:edit',
    summary: 'Load the installed frontend again, at the end of development',
    schema: { params: Params, response: Nothing },
  }),
  manifest: contract({
    method: 'PUT',
    url: '/platform/development/manifests/:code',
    auth: 'app:console:edit',
    summary: 'Make the menus of an installed application those of a manifest that is being written',
    schema: {
      params: Params,
      body: Type.Object({ manifest: Type.String({ maxLength: 1_000_000 }) }),
      response: MenuCountsSchema,
    },
  }),
  migrations: contract({
    method: 'PUT',
    url: '/platform/development/migrations/:code',
    auth: 'app:console:edit',
    summary: 'Run the scripts of a project that is being written on the data of the installed application',
    schema: { params: Params, body: Scripts, response: Type.Object({ scripts: Type.Array(Type.String()) }) },
  }),
};
