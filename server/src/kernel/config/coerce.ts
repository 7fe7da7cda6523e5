import { compile } from '@fastify/proxy-addr';
import { isAddress, maskedAddress } from './addresses.ts';
import type { ConfigLeaf } from './leaves.ts';

/** The value in the type of its key, or the problem with it. */
export type Coerced = { readonly value: unknown } | { readonly problem: string };

const SHOWN_LENGTH = 60;

/** Converts text to the key's type; a list may be given as comma-separated text. */
export function coerce(leaf: ConfigLeaf, raw: unknown): Coerced {
  const outcome = converted(leaf, raw);
  return 'problem' in outcome ? { problem: outcome.problem + shown(leaf, raw) } : outcome;
}

/** A value that cannot be used, without secrets; what has parts is not shown, which may be some. */
function shown(leaf: ConfigLeaf, raw: unknown): string {
  if (raw === null) return '; it is empty';
  if (leaf.secret && !leaf.schemes) return '';
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return '';
  const text = leaf.schemes ? maskedAddress(String(raw)) : String(raw);
  return `; it is "${text.slice(0, SHOWN_LENGTH)}${text.length > SHOWN_LENGTH ? '…' : ''}"`;
}

function converted(leaf: ConfigLeaf, raw: unknown): Coerced {
  if (leaf.type === 'array') return list(raw);
  if (leaf.type === 'proxies') return proxies(raw);
  if (leaf.type === 'boolean') return boolean(raw);
  if (leaf.type === 'integer') return integer(leaf, raw);
  if (raw === null) return { value: '' };
  if (typeof raw !== 'string' && typeof raw !== 'number') return { problem: 'must be text' };
  const value = String(raw);
  if (leaf.enum && !leaf.enum.includes(value)) return { problem: `must be one of ${leaf.enum.join(', ')}` };
  if (leaf.pattern !== undefined && !new RegExp(leaf.pattern).test(value))
    return { problem: `must ${leaf.form ?? `match ${leaf.pattern}`}` };
  if (leaf.schemes && value !== '' && value !== leaf.default && !isAddress(value, leaf.schemes))
    return { problem: `must ${leaf.form ?? `be an address with ${leaf.schemes.join(':// or ')}://`}` };
  return { value };
}

function list(raw: unknown): Coerced {
  if (raw === null || raw === '') return { value: [] };
  if (typeof raw === 'string') {
    return { value: raw.includes('-----BEGIN') ? [raw] : raw.split(',').map((part) => part.trim()) };
  }
  if (Array.isArray(raw) && raw.every((item) => typeof item === 'string')) return { value: raw };
  return { problem: 'must be a list of strings' };
}

/** A flag, a number of hops, or networks. */
function proxies(raw: unknown): Coerced {
  const flag = boolean(raw);
  if ('value' in flag) return flag;
  const hops = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw;
  if (typeof hops === 'number' && Number.isInteger(hops) && hops >= 0) return { value: hops };
  const networks = list(raw);
  if ('problem' in networks)
    return { problem: 'must be true, false, a number of proxies, or a list of networks' };
  try {
    compile(networks.value as string[]);
    return networks;
  } catch (error) {
    return { problem: `must contain addresses and networks: ${(error as Error).message}` };
  }
}

function boolean(raw: unknown): Coerced {
  if (typeof raw === 'boolean') return { value: raw };
  if (raw === 'true' || raw === 'on' || raw === '1') return { value: true };
  if (raw === 'false' || raw === 'off' || raw === '0') return { value: false };
  return { problem: 'must be true or false' };
}

function integer(leaf: ConfigLeaf, raw: unknown): Coerced {
  const value = typeof raw === 'string' && /^-?\d+$/.test(raw.trim()) ? Number(raw) : raw;
  if (typeof value !== 'number' || !Number.isInteger(value)) return { problem: 'must be a whole number' };
  if (leaf.minimum !== undefined && value < leaf.minimum)
    return { problem: `must be at least ${leaf.minimum}` };
  if (leaf.maximum !== undefined && value > leaf.maximum)
    return { problem: `must be at most ${leaf.maximum}` };
  return { value };
}
