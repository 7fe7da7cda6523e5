import { configLeaves, configValue, type PlatformConfig } from '../../kernel/index.ts';
import { MASK } from './mask-secrets.ts';

/** Shorter ones, and plain words, would hide what log lines are about. */
const isTelling = (text: string): boolean => text.length >= 8 && /[a-z]/i.test(text) && /[^a-z]/i.test(text);

/**
 * The secrets of the configuration, as text of a log line may have them: whole, and the password of
 * an address, as it is written and as it is sent.
 */
export function secretsOf(config: PlatformConfig): string[] {
  const found = new Set<string>();
  for (const leaf of configLeaves.values()) {
    const value = configValue(config, leaf);
    if (typeof value !== 'string' || value === '') continue;
    const password = URL.parse(value)?.password ?? '';
    const texts = [leaf.secret ? value : '', password, decoded(password)];
    for (const text of texts) if (isTelling(text)) found.add(text);
  }
  // The longest first: a shorter one may be a part of it.
  return [...found].toSorted((a, b) => b.length - a.length);
}

/** @returns masks secrets in a line of JSON, wherever they come from */
export function secretScrubber(secrets: readonly string[]): (line: string) => string {
  const written = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  if (written.length === 0) return (line) => line;
  return (line) => {
    let scrubbed = line;
    for (const secret of written) {
      if (scrubbed.includes(secret)) scrubbed = scrubbed.replaceAll(secret, () => MASK);
    }
    return scrubbed;
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
