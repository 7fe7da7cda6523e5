import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Fixture {
  /** Root of the temporary repository. */
  root: string;
  /** The plugin project inside it. */
  plugin: string;
  /** Writes a file, path relative to `root`; objects as JSON. */
  write(path: string, content: string | object): Promise<void>;
  dispose(): Promise<void>;
}

/** A stand-in with the SDK's names, so that fixtures type-check without the host's. */
const SDK = {
  'node_modules/@platform/plugin-sdk/package.json': {
    name: '@platform/plugin-sdk',
    version: '1.2.3',
    type: 'module',
    exports: { './*': './*.ts' },
  },
  'node_modules/@platform/plugin-sdk/provided.json': { packages: { typebox: '^1.4.0' } },
  'node_modules/@platform/plugin-sdk/web.ts':
    'type Class = abstract new (...args: never[]) => unknown;\n' +
    'export const Controller = (_path: string) => (_value: Class, context: ClassDecoratorContext) => { context.metadata.prefix = _path; };\n' +
    'export const Get = (_path: string) => (_value: (...args: never[]) => unknown, _context: ClassMethodDecoratorContext) => {};\n' +
    'export interface Ctx { query: Record<string, string> }\n',
  'node_modules/@platform/plugin-sdk/orm.ts':
    'export class BaseMapper<T> { row?: T }\n' +
    'type Class = abstract new (...args: never[]) => unknown;\n' +
    'export const TableName = (_name: string) => (_value: Class, _context: ClassDecoratorContext) => {};\n' +
    'export const Mapper = (_entity: Class) => (_value: Class, _context: ClassDecoratorContext) => {};\n',
};

const PROJECT = {
  'app.json': { code: 'site-visit', name: 'Visits', version: '1.0.0', assets: {}, menus: [] },
  'package.json': {
    name: '@plugins/platform-site-visit',
    type: 'module',
    peerDependencies: { '@platform/plugin-sdk': '1' },
  },
  'src/index.ts': "export { Visit } from './domain/visit.ts';\n",
  'src/domain/visit.ts':
    "import { TableName } from '@platform/plugin-sdk/orm';\n\n@TableName('site_visit_item')\nexport class Visit {\n  id!: number;\n}\n",
  'src/mapper/visit.mapper.ts':
    "import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';\nimport { Visit } from '../domain/visit.ts';\n\n@Mapper(Visit)\nexport class VisitMapper extends BaseMapper<Visit> {}\n",
  'src/controller/visit.controller.ts':
    "import { Controller, Get, type Ctx } from '@platform/plugin-sdk/web';\nimport { VisitMapper } from '../mapper/visit.mapper';\n\n@Controller('/site-visit')\nexport class VisitController {\n  constructor(private readonly mapper: VisitMapper) {}\n\n  @Get('/greet')\n  greet({ query }: Ctx): string {\n    return `Hello, ${query.name ?? typeof this.mapper}`;\n  }\n}\n",
  'tsconfig.json': {
    compilerOptions: {
      target: 'es2022',
      lib: ['es2023', 'esnext.decorators'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      strict: true,
      skipLibCheck: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
  },
};

/**
 * A temporary repository with one plugin, `plugins/platform-site-visit`, that packages without a
 * finding.
 */
export async function createFixture(extra: Record<string, string | object> = {}): Promise<Fixture> {
  const root = await mkdtemp(join(tmpdir(), 'packager-'));
  const write = async (path: string, content: string | object): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(
      join(root, path),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  };
  const plugin = 'plugins/platform-site-visit';
  const files = { ...SDK, ...prefixed(plugin, PROJECT), ...extra };
  await Promise.all(Object.entries(files).map(([path, content]) => write(path, content)));
  return { root, plugin: join(root, plugin), write, dispose: () => rm(root, { recursive: true }) };
}

const prefixed = (folder: string, files: Record<string, string | object>): Record<string, string | object> =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
