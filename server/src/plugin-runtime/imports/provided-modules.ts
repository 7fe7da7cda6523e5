import * as auth from '@platform/plugin-sdk/auth';
import * as cache from '@platform/plugin-sdk/cache';
import * as core from '@platform/plugin-sdk/core';
import * as job from '@platform/plugin-sdk/job';
import * as log from '@platform/plugin-sdk/log';
import * as mq from '@platform/plugin-sdk/mq';
import * as orm from '@platform/plugin-sdk/orm';
import * as oss from '@platform/plugin-sdk/oss';
import * as plugin from '@platform/plugin-sdk/plugin';
import * as tenant from '@platform/plugin-sdk/tenant';
import * as web from '@platform/plugin-sdk/web';
import * as typebox from 'typebox';
import { frozenKysely } from './frozen-kysely.ts';
import { packageOf, SDK } from './import-kind.ts';

const modules: Readonly<Record<string, object>> = {
  [`${SDK}/auth`]: auth,
  [`${SDK}/cache`]: cache,
  [`${SDK}/core`]: core,
  [`${SDK}/job`]: job,
  [`${SDK}/log`]: log,
  [`${SDK}/mq`]: mq,
  [`${SDK}/orm`]: orm,
  [`${SDK}/oss`]: oss,
  [`${SDK}/plugin`]: plugin,
  [`${SDK}/tenant`]: tenant,
  [`${SDK}/web`]: web,
  kysely: frozenKysely(),
  typebox,
};

/** The host's single instances in CommonJS form, as listed in the SDK's `provided.json`. */
export const providedModules: ReadonlyMap<string, object> = new Map(
  Object.entries(modules).map(([name, exports]) => [name, Object.freeze({ ...exports, __esModule: true })]),
);

/** Packages that only the host may contain; a copy in a jar would duplicate them. (spec: D1, D4) */
export const hostPackages: ReadonlySet<string> = new Set(Object.keys(modules).map(packageOf));
