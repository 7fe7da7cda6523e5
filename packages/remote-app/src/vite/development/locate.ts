import { SourceMap, type SourceMapPayload } from 'node:module';
import { relative } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { SourceProblem } from '../../development.ts';
import { codeFrame } from './code-frame.ts';

/**
 * `at setup (http://localhost:5174/src/views/ItemList.vue?t=17:12:5)`, also without the
 * parentheses.
 */
const CALL = /(https?:\/\/[^/\s]+)(\/[^\s()]+?):(\d+):(\d+)/g;

/**
 * Finds the first position of a stack in the application's sources.
 * @param stack of an error thrown in the page
 */
export async function locate(
  server: Pick<ViteDevServer, 'environments' | 'config'>,
  stack: string,
): Promise<Omit<SourceProblem, 'message'> | undefined> {
  const { client } = server.environments;
  for (const [, , url = '', line, column] of stack.matchAll(CALL)) {
    const module = await client.moduleGraph.getModuleByUrl(withoutTimestamp(url));
    if (!module?.file || module.file.includes('/node_modules/')) continue;
    // Vite drops the result of a saved source until it is requested again.
    const map = (module.transformResult ?? (await client.transformRequest(withoutTimestamp(url))))?.map;
    if (!map || !('sources' in map)) continue;
    const place = new SourceMap(map as unknown as SourceMapPayload).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    );
    // Generated code maps to no source.
    if (!('originalLine' in place) || typeof place.originalLine !== 'number') continue;
    const source = map.sourcesContent?.[map.sources.indexOf(place.originalSource)];
    return {
      file: relative(server.config.root, module.file).replaceAll('\\', '/'),
      line: place.originalLine + 1,
      column: place.originalColumn + 1,
      ...(source ? { frame: codeFrame(source, place.originalLine + 1, place.originalColumn + 1) } : {}),
    };
  }
  return undefined;
}

function withoutTimestamp(url: string): string {
  return url.replace(/([?&])t=\d+(?:&|$)/, '$1').replace(/[?&]$/, '');
}
