import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { RUNTIME_API_VERSION } from '../version.ts';
import type { RemoteProject } from './project.ts';
import { settleViews, viewKeysOf } from './views.ts';

/** The build's own description beside `index.js`, read by inspector and market without running code (design 9.5-28). */
export interface RemoteDescription {
  formatVersion: 1;
  code: string;
  version: string;
  views: string[];
  /** Shared module → version range it needs of the host's. */
  shared: Record<string, string>;
  /** Range of the runtime API. */
  runtimeApi: string;
  /** File → sizes in bytes. */
  sizes: Record<string, { bytes: number; gzip: number }>;
}

/** Writes `remote.json`; reads the view keys from the compiled entry and compares them with the manifest. */
export function remoteJson(project: RemoteProject, shared: Record<string, string>): Plugin {
  let found: string[] | undefined;
  return {
    name: 'platform:remote-json',
    enforce: 'post',
    transform(code, id) {
      if (id === project.entry.replaceAll('\\', '/')) found = viewKeysOf(this.parse(code));
    },
    buildEnd(error) {
      if (!error) settleViews(project, found);
      if (!project.menuViews)
        this.warn(`no app.json for ${project.code}: view keys are not compared with its menus`);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle).map(
          (file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)] as const,
        );
        const description: RemoteDescription = {
          formatVersion: 1,
          code: project.code,
          version: project.version,
          views: settleViews(project, found),
          shared,
          runtimeApi: `^${RUNTIME_API_VERSION}`,
          sizes: Object.fromEntries(
            files
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([name, bytes]) => [name, { bytes: bytes.length, gzip: gzipSync(bytes).length }]),
          ),
        };
        this.emitFile({
          type: 'asset',
          fileName: 'remote.json',
          source: `${JSON.stringify(description, null, 2)}\n`,
        });
      },
    },
  };
}
