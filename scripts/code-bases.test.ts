import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readProject } from '../packages/remote-app/src/vite/project.ts';
import { inRoot, root } from './lib/paths.ts';

interface Project {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}
interface Manifest {
  readonly code: string;
  readonly version: string;
  readonly assets: { readonly frontend?: string };
  readonly menus?: readonly MenuNode[];
}
interface MenuNode {
  readonly component?: string;
  readonly children?: readonly MenuNode[];
}

const json = <T>(...path: string[]): T => JSON.parse(readFileSync(inRoot(...path), 'utf8')) as T;
const filesIn = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|contract)\.ts$|\/testing\/|node_modules\//.test(file));
const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8');
const codes = globSync('plugins/platform-*/app.json', { cwd: root })
  .map((file) => json<Manifest>(file).code)
  .sort();

/** Imports of a source, including types, relative to the root. */
function importsOf(file: string): string[] {
  return ts
    .preProcessFile(textOf(file), true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.') ? relative(root, inRoot(dirname(file), fileName)) : fileName,
    )
    .map((name) => name.replaceAll('\\', '/'));
}
const importsWhere = (files: readonly string[], isForbidden: (name: string) => boolean): string[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter(isForbidden)
      .map((name) => `${file} imports ${name}`),
  );

/** Where a source speaks of the code of an application: its package, or its classes. */
const references = (files: readonly string[]): string[] => {
  const classes = new RegExp(String.raw`\bcn\.platform\.(?:${codes.join('|')})\b`);
  return files.filter((file) =>
    textOf(file)
      .split('\n')
      .some((line) => !/^\s*(?:\*|\/[/*])/.test(line) && classes.test(line)),
  );
};

const server = filesIn('server/src/**/*.ts');
const shell = filesIn('src/**/*.{ts,vue}');
const kits = filesIn('packages/{plugin-sdk,mapper,package-format,remote-app}/src/**/*.{ts,vue}');
const isOfApplication = (name: string): boolean =>
  name.startsWith('@plugins/') || /^(plugins|frontend)\//.test(name);

describe('the host', () => {
  const host = [...server, ...shell, ...kits];

  it('spec: R1: imports no application, and names no class of one', () => {
    expect(host.length).toBeGreaterThan(500);
    expect(importsWhere(host, isOfApplication)).toEqual([]);
    expect(references(host)).toEqual([]);
    // The check finds a known case.
    const applications = filesIn('plugins/platform-*/src/**/*.ts');
    expect(importsWhere(applications, isOfApplication)).not.toEqual([]);
    expect(references(filesIn('plugins/platform-*/resources/**/*.xml'))).not.toEqual([]);
  });

  it('spec: R1, V7: has no module of contracts for an application', () => {
    const names = globSync(
      ['package.json', '{packages,plugins,frontend}/*/package.json', 'server/package.json'],
      {
        cwd: root,
      },
    ).map((file) => json<Project>(file).name);
    expect(names.length).toBeGreaterThan(8);
    // The contracts of the host's own routes; it names no application.
    expect(names.filter((name) => /-api$/.test(name))).toEqual(['@platform/host-api']);
  });

  it('spec: V7: has no mapper XML, and reads none from folders of applications', () => {
    expect(globSync(['{server,src}/**/*.xml', 'packages/*/src/**/*.xml'], { cwd: root })).toEqual([]);
    const scans = /mapper-?locations|resources\/mapper/i;
    expect(host.filter((file) => scans.test(textOf(file)))).toEqual([]);
    expect(textOf('server/application.yml')).not.toMatch(scans);
  });

  it('spec: R4: server, shell and applications do not import each other', () => {
    expect(importsWhere(server, (name) => name.startsWith('src/') || isOfApplication(name))).toEqual([]);
    expect(
      importsWhere(shell, (name) => /^(@platform\/)?server(\/|$)/.test(name) || isOfApplication(name)),
    ).toEqual([]);
    const applications = filesIn('plugins/platform-*/src/**/*.ts', 'frontend/*/src/**/*.{ts,vue}');
    expect(applications.length).toBeGreaterThan(80);
    const ofHost = (name: string): boolean =>
      /^(server|src|packages)\//.test(name) || /^@platform\/server(?!\/testing$)/.test(name);
    expect(importsWhere(applications, ofHost)).toEqual([]);
    for (const path of ['package.ps1', 'keys']) expect(existsSync(inRoot('plugins', path)), path).toBe(true);
  });
});

const backendOf = (code: string): string => `plugins/platform-${code}`;
/** The others are frontends alone. */
const withBackend = codes.filter((code) => existsSync(inRoot(backendOf(code), 'package.json')));

describe.each(codes)('the application %s', (code) => {
  const frontend = `frontend/${code}-app`;
  const manifest = json<Manifest>(backendOf(code), 'app.json');

  it('spec: R3; Naming rule: has a frontend project under its code', () => {
    expect(json<Project>(frontend, 'package.json').name).toBe(`@plugins/${code}-app`);
    expect(textOf(`${frontend}/vite.config.ts`)).toContain(`appCode: '${code}'`);
    expect(manifest.assets.frontend).toBe('frontend/index.js');
    const components = (nodes: readonly MenuNode[] = []): string[] =>
      nodes.flatMap(({ component, children }) => [
        ...(component ? [component] : []),
        ...components(children),
      ]);
    const views = components(manifest.menus);
    expect(views.length).toBeGreaterThan(0);
    expect(views.filter((view) => !view.startsWith(`remote:${code}/`))).toEqual([]);
  });
});

describe.each(withBackend)('the backend of %s', (code) => {
  const backend = backendOf(code);
  const project = json<Project>(backend, 'package.json');

  it('spec: R3; Naming rule: is a project under the same code', () => {
    expect(project.name).toBe(`@plugins/platform-${code}`);
  });

  it('spec: R2: imports its own files, the SDK, and what it declares', () => {
    const declared = Object.keys({ ...project.dependencies, ...project.peerDependencies });
    const isOwn = (name: string): boolean =>
      name.startsWith(`${backend}/`) || declared.some((one) => name === one || name.startsWith(`${one}/`));
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    const sources = filesIn(`${backend}/src/**/*.ts`);
    expect(sources.length).toBeGreaterThan(5);
    expect(importsWhere(sources, (name) => !isOwn(name) && !builtins.has(name))).toEqual([]);
  });

  it('spec: Plugin project layout: keeps sources, mapper XML and scripts in their folders', () => {
    const folders =
      /^(index\.ts$|(domain(\/bo|\/vo)?|mapper|service(\/impl)?|controller|open|task|listener|event|message|enums|constant)\/[^/]+$)/;
    const sources = filesIn(`${backend}/src/**/*.ts`).map((file) => relative(`${backend}/src`, file));
    expect(sources.filter((file) => !folders.test(file))).toEqual([]);
    const resources = filesIn(`${backend}/resources/**/*.*`).map((file) => relative(backend, file));
    expect(resources.filter((file) => !file.startsWith(`resources/mapper/${code}/`))).toEqual([]);
    const scripts = globSync('*', { cwd: inRoot(backend, 'migrations') }).sort();
    expect(scripts[0]).toBe(`01-create-${code}-tables.sql`);
    expect(scripts.filter((name) => !/^\d\d-[a-z-]+\.sql$/.test(name))).toEqual([]);
  });
});

it('spec: V3: the project around the applications and the sample have version 1.0.0', () => {
  const projects = ['.', 'plugins/platform-hello', 'frontend/hello-app'];
  expect(projects.map((path) => json<Project>(path, 'package.json').version)).toEqual([
    '1.0.0',
    '1.0.0',
    '1.0.0',
  ]);
});

it('spec: R5: launch module, output of frontends and shell have different names', () => {
  const output = readProject({ appCode: 'hello', root: inRoot('frontend/hello-app') }, {}).outDir;
  const launch = json<Project>('server/package.json').name;
  const shell = json<Project>('package.json').name;
  expect(relative(root, dirname(output))).toBe('remote-apps');
  expect(new Set(['remote-apps', launch.replace(/^@.*\//, ''), shell])).toHaveProperty('size', 3);
  // Nothing but what is built lies in the output: no source, no project.
  expect(textOf('.gitignore')).toMatch(/^remote-apps\/\*$/m);
  expect(globSync('remote-apps/*/{package.json,src,vite.config.ts}', { cwd: root })).toEqual([]);
});

it('spec: R2: the larger application uses every part of an application', () => {
  const parts = [
    ...['app.json', 'migrations', 'resources/mapper/mall', 'src/domain/bo', 'src/domain/vo', 'src/mapper'],
    ...['src/service/impl', 'src/controller', 'src/open', 'src/listener', 'src/task'],
  ];
  expect(parts.filter((path) => !existsSync(join(inRoot('plugins/platform-mall'), path)))).toEqual([]);
});
