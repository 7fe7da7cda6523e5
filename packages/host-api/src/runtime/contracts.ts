import { appTextsSchema } from '@platform/package-format/catalog';
import { Type } from 'typebox';
import { contract, nullable, VersionText } from '../contract/index.ts';
import {
  ApplicationContentsSchema,
  ApplicationRoleSchema,
  DictionaryUseSchema,
  VersionDifferencesSchema,
} from './application-contents.ts';
import { DictTypeName } from '../system/dictionaries.ts';
import { BackendReportSchema } from './backend-report.ts';

const texts = Type.Record(Type.String(), Type.String());

/** A remote application that the shell may load. (spec: Endpoints 8) */
export const RemoteAppSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  names: appTextsSchema.properties.names,
  version: Type.String(),
  entry: Type.String(),
  icon: Type.Optional(Type.String()),
  shared: Type.Optional(texts),
  runtimeApi: Type.Optional(Type.String()),
  build: Type.Optional(Type.String()),
  /** Its backend is kept out after incidents. */
  quarantined: Type.Optional(Type.Boolean()),
});

/** `/app/runtime`: the applications that run for a tenant. (spec: Endpoints 8, 9; design 2.2) */
export const runtimeContracts = {
  remoteApps: contract({
    method: 'GET',
    url: '/app/runtime/remote-apps',
    auth: 'login',
    summary: "The tenant's enabled applications that have a frontend",
    schema: { response: Type.Array(RemoteAppSchema) },
  }),
  enabledApps: contract({
    method: 'GET',
    url: '/app/runtime/enabled-apps',
    auth: 'login',
    summary: "Codes of the tenant's enabled applications",
    schema: { response: Type.Array(Type.String()) },
  }),
  events: contract({
    method: 'GET',
    url: '/app/runtime/events',
    auth: 'login',
    summary:
      'Changes as server-sent events: installed, upgraded, enabled, disabled, removed, developed; notice',
    schema: {},
    produces: 'text/event-stream',
  }),
  application: contract({
    method: 'GET',
    url: '/app/runtime/applications/:appCode',
    auth: 'app:install:list',
    summary: 'What the backend of an installed application registered, and its health; null without one',
    schema: { params: Type.Object({ appCode: Type.String() }), response: nullable(BackendReportSchema) },
  }),
  contents: contract({
    method: 'GET',
    url: '/app/runtime/applications/:appCode/contents',
    auth: 'app:install:list',
    summary: 'Migrations that ran and menus of an installed application',
    schema: {
      params: Type.Object({ appCode: Type.String({ maxLength: 32 }) }),
      response: ApplicationContentsSchema,
    },
  }),
  dictionaryUses: contract({
    method: 'GET',
    url: '/app/runtime/dictionaries/:dictType/uses',
    auth: 'system:dict:list',
    summary: 'Installed applications whose files name a dictionary',
    schema: {
      params: Type.Object({ dictType: DictTypeName }),
      response: Type.Array(DictionaryUseSchema),
    },
  }),
  roles: contract({
    method: 'GET',
    url: '/app/runtime/applications/:appCode/roles',
    auth: 'system:role:list',
    summary: 'Roles of the tenant that have menus or permissions of an installed application',
    schema: {
      params: Type.Object({ appCode: Type.String({ maxLength: 32 }) }),
      response: Type.Array(ApplicationRoleSchema),
    },
  }),
  differences: contract({
    method: 'GET',
    url: '/app/runtime/applications/:appCode/differences',
    auth: 'app:install:list',
    summary: 'Menus, scripts, permissions and files in which two versions of an application differ',
    schema: {
      params: Type.Object({ appCode: Type.String({ maxLength: 32 }) }),
      query: Type.Object({ from: VersionText, to: VersionText }),
      response: VersionDifferencesSchema,
    },
  }),
};
