import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { AppOptions } from './app-options.ts';
import { CreateAppError } from './errors.ts';
import { appManifest } from './manifest.ts';
import { renamer } from './rename.ts';

/**
 * A change to a file of the sample. `find` must be there exactly once, so that a changed sample
 * is noticed.
 */
interface Edit {
  readonly find: string | RegExp;
  readonly replace: string;
}

const BACKEND = 'plugins/platform-hello';
const FRONTEND = 'frontend/hello-app';

/**
 * Kept files of the backend: the list and its imports. The rest demonstrates services of the
 * host.
 */
const BACKEND_TAKEN = /\/(app|package|tsconfig)\.json$|\/migrations\/0[12]-|\/resources\/|\/hello-item[^/]*$/;
/** Removed files of the frontend: the pages of that demonstration. */
const LEFT_OUT = [
  `${FRONTEND}/src/api/host-demo.ts`,
  `${FRONTEND}/src/components/DemoCard.vue`,
  `${FRONTEND}/src/greet-members.test.ts`,
  `${FRONTEND}/src/greet-members.ts`,
  `${FRONTEND}/src/views/HostDemo.vue`,
];

const TEMPLATES = join(import.meta.dirname, 'templates');
/** Kept in the browser, because a frontend alone has no endpoints of its own. */
const FRONTEND_ONLY = new Map([
  [`${FRONTEND}/src/api/items.ts`, 'frontend-only-items.ts.template'],
  [`${FRONTEND}/src/views/ItemList.test.ts`, 'frontend-only-ItemList.test.ts.template'],
]);

const dropDemoMessages: Edit = { find: /^ {2}demo: \{\n[\s\S]*?^ {2}\},\n/m, replace: '' };

function editsFor(name: string, parts: AppOptions['parts']): Record<string, readonly Edit[]> {
  const literal = JSON.stringify(name);
  const list = parts === 'frontend' ? '' : ': a list that is searched, sorted, paged and edited';
  return {
    [`${BACKEND}/package.json`]: [
      {
        find: /"The sample application: [^"]*"/,
        replace: JSON.stringify(`Backend of ${name}.`),
      },
      {
        find: /,\n {4}"@plugins\/platform-member": "[^"]*"/,
        replace: '',
      },
    ],
    [`${FRONTEND}/package.json`]: [
      {
        find: '"Frontend of the sample application hello."',
        replace: JSON.stringify(`Frontend of ${name}.`),
      },
    ],
    [`${FRONTEND}/README.md`]: [
      { find: /^Frontend of the sample application.*?\(`demo`\)\./m, replace: `Frontend of ${name}${list}.` },
    ],
    [`${FRONTEND}/src/index.ts`]: [
      { find: "    demo: () => import('./views/HostDemo.vue'),\n", replace: '' },
      // Packing rewrites anything that looks like an import, also in strings.
      { find: /^import \{ greetMembers \}.*\n/m, replace: '' },
      { find: '    greetMembers(runtime);\n', replace: '' },
    ],
    [`${FRONTEND}/src/runtime.ts`]: [{ find: '  demo: object;\n', replace: '' }],
    [`${FRONTEND}/src/messages/en.ts`]: [
      dropDemoMessages,
      { find: "title: 'Hello items'", replace: `title: ${literal}` },
      { find: 'Things to greet, open or done.', replace: 'Items, open or done.' },
    ],
    [`${FRONTEND}/src/messages/zh.ts`]: [
      dropDemoMessages,
      { find: "title: '问候事项'", replace: `title: ${literal}` },
      { find: '待办与已完成的问候事项。', replace: '待办与已完成的事项。' },
    ],
    [`${FRONTEND}/src/views/ItemList.test.ts`]: [{ find: "['list', 'demo']", replace: "['list']" }],
  };
}

/**
 * The files of an application, path from the repository's root → text, derived from the sample
 * `hello` as it is.
 * @param root what has the sample's projects under `plugins/` and `frontend/`
 * @throws CreateAppError SAMPLE_MISSING, SAMPLE_CHANGED
 */
export function filesOf(root: string, options: AppOptions): Map<string, string> {
  const rename = renamer(options.code);
  const edits = editsFor(options.name, options.parts);
  return new Map(
    sampleFiles(root, options.parts).map((path) => {
      const template = options.parts === 'frontend' ? FRONTEND_ONLY.get(path) : undefined;
      const text = readFileSync(template ? join(TEMPLATES, template) : join(root, path), 'utf8');
      if (path === `${BACKEND}/app.json`) return [rename(path), appManifest(rename(text), options)];
      // The name is put in last, so that renaming leaves it as it was given.
      const marks = template ? [] : (edits[path] ?? []).map((edit, at) => ({ ...edit, mark: `\0${at}\0` }));
      const marked = marks.reduce((before, { find, mark }) => replaceOnce(before, find, mark, path), text);
      const renamed = rename(marked);
      return [rename(path), marks.reduce((t, { mark, replace }) => t.replace(mark, () => replace), renamed)];
    }),
  );
}

function sampleFiles(root: string, parts: AppOptions['parts']): string[] {
  const folders = [BACKEND, ...(parts === 'backend' ? [] : [FRONTEND])];
  for (const folder of folders) {
    if (existsSync(join(root, folder))) continue;
    throw new CreateAppError(
      'SAMPLE_MISSING',
      `${folder} does not exist, and an application is made from it`,
      `Restore it: git checkout -- ${folder}.`,
    );
  }
  const found = folders
    .flatMap((folder) => filesIn(root, folder))
    .filter((path) => !/\/(node_modules|target|dist|\.cache)(\/|$)/.test(path) && /\.[^/]+$/.test(path))
    .sort();
  const frontend = found.filter((path) => path.startsWith(FRONTEND) && !LEFT_OUT.includes(path));
  if (parts === 'frontend') return [`${BACKEND}/app.json`, ...frontend];
  const taken = found.filter((path) => path.startsWith(BACKEND) && BACKEND_TAKEN.test(path));
  return [...withImports(root, taken), ...frontend];
}

/** Paths from `root`. */
function filesIn(root: string, folder: string): string[] {
  const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return found.map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}

/** The files given, and those that they import from within the project. */
function withImports(root: string, paths: readonly string[]): string[] {
  const taken = new Set(paths);
  for (const path of taken) {
    if (!path.endsWith('.ts')) continue;
    for (const [, specifier = ''] of readFileSync(join(root, path), 'utf8').matchAll(
      / from '(\.[^']+\.ts)'/g,
    ))
      taken.add(posix.join(posix.dirname(path), specifier));
  }
  return [...taken];
}

function replaceOnce(text: string, find: string | RegExp, replace: string, path: string): string {
  const [, ...rest] = text.split(find);
  if (rest.length === 1) return text.replace(find, () => replace);
  throw new CreateAppError(
    'SAMPLE_CHANGED',
    `${path} has ${rest.length} places like ${String(find)}, where one is expected`,
    'Restore the file, or adjust packages/create-app/src/sample.ts to the new sample.',
  );
}
