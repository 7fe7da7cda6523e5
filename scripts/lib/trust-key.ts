import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

const HEADER = `# Written by npm start. What you write belongs into application.yml beside it, which wins; trusted keys of both add up.
`;

/**
 * Has the host of a data directory trust a key, in a file that people do not write. (design 9.8-61)
 *
 * @returns the directory that the host reads its configuration from
 */
export function trustKey(data: string, publicKeyFile: string): string {
  const directory = join(data, 'config');
  const key = readFileSync(publicKeyFile, 'utf8');
  const config = stringify({ 'app-market': { security: { 'public-key': [key] } } });
  mkdirSync(directory, { recursive: true });
  const generated = join(directory, 'generated.yml');
  if (!existsSync(generated)) removeGenerated(join(directory, 'application.yml'), config);
  if (!existsSync(generated) || readFileSync(generated, 'utf8') !== HEADER + config)
    writeFileSync(generated, HEADER + config);
  return directory;
}

/**
 * `application.yml` was generated once. A file that differs from the generated text was edited and
 * stays.
 */
function removeGenerated(file: string, config: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === config) rmSync(file);
}
