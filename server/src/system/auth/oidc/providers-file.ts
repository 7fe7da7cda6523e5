import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Type, type Static } from 'typebox';
import { parseDocument } from 'yaml';
import { DEFAULT_TENANT, PlatformError } from '../../../kernel/index.ts';

const strict = { additionalProperties: false };
const filled = Type.String({ minLength: 1 });

const ProviderSchema = Type.Object(
  {
    name: filled,
    issuer: Type.String({ pattern: '^https?://' }),
    'client-id': filled,
    'client-secret': Type.String({ default: '' }),
    /** How the secret is shown: as the provider says that it takes it, or forced. */
    'client-secret-method': Type.Unsafe<'auto' | 'basic' | 'post'>({
      enum: ['auto', 'basic', 'post'],
      default: 'auto',
    }),
    scopes: Type.String({ default: 'openid email profile' }),
    /** Tenant of the users. */
    tenant: Type.String({ default: DEFAULT_TENANT }),
    /** How a first login finds an existing user: by a verified address, by name, or not at all. */
    match: Type.Unsafe<'none' | 'email' | 'user-name'>({
      enum: ['none', 'email', 'user-name'],
      default: 'none',
    }),
    /** Whether a first login adds a user where none is found. */
    create: Type.Boolean({ default: false }),
    'user-name-claim': Type.String({ default: 'preferred_username' }),
    'roles-claim': Type.String({ default: 'groups' }),
    /** Role key by value of the claim. */
    roles: Type.Record(Type.String(), filled, { default: {} }),
    /** Whether the provider's login counts as both factors. */
    'second-factor': Type.Boolean({ default: false }),
    /** Whether a logout here ends the session at the provider, too. */
    logout: Type.Boolean({ default: false }),
    /** For providers in the same network only: the exchange is not encrypted. */
    'allow-http': Type.Boolean({ default: false }),
  },
  strict,
);

const FileSchema = Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }), ProviderSchema, strict);

export type Provider = Static<typeof ProviderSchema> & { readonly id: string };

/**
 * Reads the OpenID providers.
 *
 * @param file path; empty: there are none
 * @throws OIDC_PROVIDERS_INVALID
 */
export function readProviders(file: string): ReadonlyMap<string, Provider> {
  if (file === '') return new Map();
  const content = contentOf(file);
  const validate = new Ajv({ useDefaults: true, allErrors: true }).compile(FileSchema);
  if (!validate(content)) {
    const problems = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    throw invalid(file, problems.join('; '));
  }
  const providers = Object.entries(content as Static<typeof FileSchema>);
  const open = providers.find(([, provider]) => /^http:/.test(provider.issuer) && !provider['allow-http']);
  if (open) throw invalid(file, `the issuer of ${open[0]} does not begin with https://`);
  return new Map(providers.map(([id, provider]) => [id, { ...provider, id }]));
}

function contentOf(file: string): unknown {
  const text = readText(file);
  // A pretty message has the lines around the problem, which may be those of a client secret.
  const document = parseDocument(text, { prettyErrors: false });
  const [problem] = document.errors;
  if (problem) throw invalid(file, `line ${lineAt(text, problem.pos[0])}: ${problem.message}`);
  try {
    return document.toJS() ?? {};
  } catch (error) {
    throw invalid(file, (error as Error).message);
  }
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw invalid(file, (error as Error).message);
  }
}

function invalid(file: string, reason: string): PlatformError {
  return new PlatformError({
    code: 'OIDC_PROVIDERS_INVALID',
    message: `The OpenID providers in ${file} cannot be used: ${reason}.`,
    fix: 'Correct the file that oidc.providers names; docs/operating.md shows one.',
  });
}
