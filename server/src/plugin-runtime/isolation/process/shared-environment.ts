import { configLeaves, environmentNames } from '../../../kernel/index.ts';

/** Fields of the install form for secrets, which have other names than the host's own keys. */
const FORM_SECRETS = ['REDIS_PASSWORD', 'MONITOR_PASSWORD'];
/** A login in an address. */
const LOGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/\s]*@/i;
/** Shorter values are too common to be looked for in others. */
const SHORTEST = 8;

/**
 * The environment as an application with the permission `env` gets it: without the secrets of the
 * host, under their names and in other variables.
 */
export function sharedEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = [...configLeaves.values()];
  const names = new Set(own.flatMap((leaf) => environmentNames(leaf)));
  const secret = new Set([
    ...own.filter((leaf) => leaf.secret).flatMap((leaf) => environmentNames(leaf)),
    ...FORM_SECRETS,
  ]);
  const isSecret = (name: string, value: string): boolean =>
    secret.has(name) || (names.has(name) && LOGIN.test(value));
  const all = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const values = all
    .filter(([name, value]) => isSecret(name, value) && value.length >= SHORTEST)
    .map(([, value]) => value);
  return Object.fromEntries(
    all.filter(([name, value]) => !isSecret(name, value) && !values.some((each) => value.includes(each))),
  );
}
