import { Type } from 'typebox';
import { contract, nullableText, OpenObject } from '../contract/index.ts';

const Params = Type.Object({ code: Type.String() });

const Build = Type.Object({
  /** As the jar would be called. */
  fileName: Type.String(),
  /** Jar entry → text. */
  files: Type.Record(Type.String(), Type.String()),
});

/** Whether a backend is loaded. */
export const PluginStateSchema = Type.Object({
  loaded: Type.Boolean(),
  version: nullableText(),
  routes: Type.Integer(),
});

/** The report of loading a build; its stages and findings are those of the runtime. */
export const PluginSummarySchema = OpenObject;

export const pluginDevelopmentContracts = {
  get: contract({
    method: 'GET',
    url: '/platform/development/plugins/:code',
    auth: 'app:console:edit',
    summary: 'Whether an application is loaded, for the development loop',
    schema: { params: Params, response: PluginStateSchema },
  }),
  serve: contract({
    method: 'PUT',
    url: '/platform/development/plugins/:code',
    auth: 'app:console:edit',
    summary: 'Serve a build of the development loop',
    schema: { params: Params, body: Build, response: PluginSummarySchema },
  }),
  withdraw: contract({
    method: 'DELETE',
    url: '/platform/development/plugins/:code',
    auth: 'app:console:edit',
    summary: 'Serve the installed version again, at the end of the development loop',
    schema: { params: Params, response: PluginStateSchema },
  }),
};
