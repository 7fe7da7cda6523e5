import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';

type Messages = { readonly [key: string]: string | Messages };

/** Keys such as `list.title`; a plural is one message. */
function keysOf(messages: Messages, prefix = ''): string[] {
  return Object.entries(messages).flatMap(([key, text]) => {
    if (typeof text === 'string' || 'other' in text) return [`${prefix}${key}`];
    return keysOf(text, `${prefix}${key}.`);
  });
}

/** Whether sources name a key, or build it from a text such as `status.${status}`. */
function usesOf(sources: string): (key: string) => boolean {
  const built = [...sources.matchAll(/`([\w.]*\$\{[^`]*?)`/g)]
    .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
    .filter((parts) => /^[\w.]*$/.test(parts.join('')) && parts.some((part) => part.includes('.')))
    .map((parts) => new RegExp(`^${parts.join(String.raw`\w+`).replaceAll('.', String.raw`\.`)}$`));
  return (key) =>
    ["'", '"', '`'].some((quote) => sources.includes(`${quote}${key}${quote}`)) ||
    built.some((pattern) => pattern.test(key));
}

it.each(globSync('frontend/*-app', { cwd: inRoot() }))('%s shows all its messages', async (folder) => {
  const { default: messages } = (await import(inRoot(`${folder}/src/messages/en.ts`))) as {
    default: Messages;
  };
  const files = globSync(`${folder}/src/**/*.{ts,vue}`, { cwd: inRoot(), exclude: ['**/messages/**'] });
  const used = usesOf(files.map((file) => readFileSync(inRoot(file), 'utf8')).join('\n'));
  expect(keysOf(messages).filter((key) => !used(key))).toEqual([]);
});
