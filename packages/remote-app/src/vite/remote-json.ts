import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';
import { RUNTIME_API_VERSION } from '../version.ts';
import type { RemoteFormat } from './options.ts';
import type { RemoteProject } from './project.ts';
import { weigh, type FileSize, type SizeBudget } from './size-budget.ts';
import { settleViews, viewKeysOf } from './views.ts';

/**
 * Description of the build, which inspector and market read without running code (design 9.5-28).
 */
export interface RemoteDescription {
  formatVersion: 1;
  code: string;
  version: string;
  /** Build format, for information: loaders recognize it by the entry's exports. */
  format: RemoteFormat;
  views: string[];
  /** Shared module → required version range. */
  shared: Record<string, string>;
  /** Required range of the runtime API. */
  runtimeApi: string;
  /** File → sizes in bytes. */
  sizes: Record<string, FileSize>;
  /** Size limits of the application. */
  budget: SizeBudget;
}

/** Writes `remote.json`, reports sizes, and compares the entry's view keys with the manifest. */
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
        const sizes = sizesOf(bundle);
        const { report, excess } = weigh(sizes, project.budget);
        // Watch builds are not minified.
        if (!this.meta.watchMode) {
          this.info(`${project.code} ${project.version}: ${report}`);
          for (const text of excess) this.warn(text);
        }
        const description: RemoteDescription = {
          formatVersion: 1,
          code: project.code,
          version: project.version,
          format: project.format,
          views: settleViews(project, found),
          shared,
          runtimeApi: `^${RUNTIME_API_VERSION}`,
          sizes,
          budget: project.budget,
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

function sizesOf(bundle: Rollup.OutputBundle): Record<string, FileSize> {
  const measured = Object.values(bundle).map((file): [string, FileSize] => {
    const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
    return [file.fileName, { bytes: content.length, gzip: gzipSync(content).length }];
  });
  return Object.fromEntries(measured.sort(([a], [b]) => (a < b ? -1 : 1)));
}
