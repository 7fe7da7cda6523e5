import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headersOfUpload, securityHeaders } from '../../server/src/gateway/security-headers.ts';

const files = ['nginx.conf', 'tls-off.conf', 'tls-on.conf', 'platform.conf'] as const;

const IMAGE_ORIGINS = '${WEB_IMAGE_ORIGINS}';

/** Templates of one build of the shell, by the names of the files that they become. */
export type Templates = Readonly<Record<string, string>>;

/**
 * The templates of this folder, and those of the headers that the host's own frontend port sends:
 * the import map of the build is allowed by its hash. (design 16-21)
 *
 * @param page text of the built shell's page
 */
export function templatesOf(page: string): Templates {
  const headers = securityHeaders(page, [IMAGE_ORIGINS], false);
  const read = (name: string) => readFileSync(new URL(`${name}.template`, import.meta.url), 'utf8');
  return {
    ...Object.fromEntries(files.map((name) => [name, read(name)])),
    'headers.conf': addHeaders(headers),
    'hidden-headers.conf': hideHeaders(headers),
    'upload-headers.conf': addHeaders({ ...headers, ...headersOfUpload('picture.png') }),
  };
}

function addHeaders(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(
    // Origins bring the blank before them along, so that none leaves none behind.
    ([name, value]) => `add_header ${name} "${value.replace(` ${IMAGE_ORIGINS}`, IMAGE_ORIGINS)}" always;`,
  );
  return [...lines, 'add_header strict-transport-security $platform_hsts always;', ''].join('\n');
}

/** For answers of the host that this server gives on with headers of its own. */
const hideHeaders = (headers: Readonly<Record<string, string>>): string =>
  [...Object.keys(headers), 'strict-transport-security']
    .map((name) => `proxy_hide_header ${name};\n`)
    .join('');

/** Writes templates to a folder, under their names in the image. */
export function writeTemplates(templates: Templates, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(templates)) writeFileSync(join(folder, `${name}.template`), text);
}

/**
 * Fills templates in as the image does with `envsubst`: known names only, so that nginx keeps its
 * own variables.
 */
export function writeConfiguration(
  templates: Templates,
  settings: Readonly<Record<string, string>> & { readonly WEB_CONF: string },
): void {
  mkdirSync(settings.WEB_CONF, { recursive: true });
  for (const [name, text] of Object.entries(templates)) {
    const filled = text.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => settings[key] ?? whole);
    writeFileSync(join(settings.WEB_CONF, name), filled);
  }
}
