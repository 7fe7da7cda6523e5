import { describe, expect, it } from 'vitest';
import { checkJars, checkLayout, findWrapper } from './check-layout.ts';

const codes = (...names: string[]): string[] => checkLayout(['app.json', ...names]).map(({ code }) => code);

describe('the layout of a package', () => {
  it.each([
    'signature.txt',
    'backend/',
    'backend/a.jar',
    'backend/a.JAR',
    'frontend/a/b.js',
    'frontend/a.PNG',
    'frontend/php.js',
    'frontend/a.phpx.js',
    'migrations/',
    'migrations/01-a.sql',
  ])('may contain %s', (name) => expect(codes(name)).toEqual([]));

  it.each([
    ['ENTRY_OUTSIDE_LAYOUT', 'readme.md'],
    ['ENTRY_OUTSIDE_LAYOUT', 'app.json/a'],
    ['ENTRY_OUTSIDE_LAYOUT', 'frontends/a.js'],
    ['ENTRY_OUTSIDE_LAYOUT', 'x/frontend/a.js'],
    ['ENTRY_OUTSIDE_LAYOUT', 'signature.txt.js'],
    ['ENTRY_EXTENSION_FORBIDDEN', 'frontend/a.PHP'],
    ['ENTRY_EXTENSION_FORBIDDEN', 'frontend/a.php.js'],
    ['ENTRY_EXTENSION_FORBIDDEN', 'frontend/a.php7.js'],
    ['ENTRY_EXTENSION_FORBIDDEN', 'frontend/a.php/b.js'],
    ['ENTRY_EXTENSION_FORBIDDEN', 'frontend/a.jspx.js'],
    ['ENTRY_EXTENSION_FORBIDDEN', 'frontend/a.ASP.js'],
    ['ENTRY_EXTENSION_FORBIDDEN', 'backend/a.war'],
    ['ENTRY_EXTENSION_FORBIDDEN', 'frontend/a.jar'],
    ['BACKEND_FILE_UNEXPECTED', 'backend/a.txt'],
    ['FRONTEND_EXTENSION_UNKNOWN', 'frontend/a.docx'],
    ['FRONTEND_EXTENSION_UNKNOWN', 'frontend/a'],
    ['MIGRATION_NOT_SQL', 'migrations/a.txt'],
    ['MIGRATION_NOT_SQL', 'migrations/a.SQL'],
    ['MIGRATION_NOT_SQL', 'migrations/.sql'],
    ['MIGRATION_NESTED', 'migrations/a/b.sql'],
  ])('%s: %s', (code, name) => expect(codes(name)).toEqual([code]));

  it('begins with a manifest', () => {
    expect(checkLayout(['frontend/a.js'])).toMatchObject([{ code: 'MANIFEST_MISSING', entry: 'app.json' }]);
  });

  it.each<[string, string[], string | undefined]>([
    ['a folder of all', ['x/app.json', 'x/frontend/a.js'], 'x/'],
    ["beside an archiver's files", ['x/app.json', '__MACOSX/x', '.DS_Store'], 'x/'],
    ['not beside other files', ['x/app.json', 'y.js'], undefined],
    ['not beside a file that is named like one of them', ['x/app.json', '.DS_Store.js'], undefined],
    ['not with a manifest at the root', ['app.json', 'x/app.json'], undefined],
    ['not without a manifest', ['x/a.js'], undefined],
  ])('is wrapped by %s', (_what, names, wrapper) => {
    expect(findWrapper(names)).toBe(wrapper);
    expect(checkLayout(names).some(({ code }) => code === 'PACKAGE_WRAPPED')).toBe(wrapper !== undefined);
  });
});

describe('the jar of a package', () => {
  const jars = (declared: string | undefined, ...names: string[]): string[] =>
    checkJars(names, declared).map(({ code, entry }) => `${code} ${entry}`);

  it('is the declared one, or none', () => {
    expect(jars('backend/a.jar', 'backend/a.jar', 'app.json')).toEqual([]);
    expect(jars(undefined, 'app.json', 'frontend/a.jar')).toEqual([]);
  });

  it('is declared, there, and the only one', () => {
    expect(jars(undefined, 'backend/a.jar')).toEqual(['BACKEND_JAR_UNDECLARED backend/a.jar']);
    expect(jars('backend/a.jar')).toEqual(['BACKEND_JAR_MISSING backend/a.jar']);
    expect(jars('backend/a.jar', 'backend/a.jar', 'backend/b.jar')).toEqual([
      'BACKEND_SECOND_JAR backend/b.jar',
    ]);
    expect(jars('backend/a.jar', 'backend/b.jar')).toEqual([
      'BACKEND_SECOND_JAR backend/b.jar',
      'BACKEND_JAR_MISSING backend/a.jar',
    ]);
    expect(jars(undefined, 'backend/a.jar', 'backend/b.jar')).toEqual([
      'BACKEND_SECOND_JAR backend/a.jar',
      'BACKEND_SECOND_JAR backend/b.jar',
    ]);
  });
});
