import { emptyIndex, jarManifest } from '../package-builder.ts';
import { withJar, type HostilePackage } from './hostile-package.ts';

const PLUGIN = 'META-INF/plugin.json';
const OWN = 'cn/platform/hello/index.js';
const index = (change: object): Record<string, string> => ({
  [PLUGIN]: JSON.stringify({ ...emptyIndex, ...change }),
});
const listed = (change: object): object => ({
  classes: [
    { name: 'cn.platform.hello.A', export: 'A', file: OWN, kind: 'class', abstract: false, ...change },
  ],
});
const manifest = (text: string): Record<string, string> => ({ 'META-INF/MANIFEST.MF': text });
const importing = (source: string): Record<string, string> => ({ [OWN]: source });

const ROWS: ReadonlyArray<readonly [name: string, code: string, files: Record<string, string | undefined>]> =
  [
    [
      'index-names-a-key-twice',
      'JAR_INDEX_INVALID',
      { [PLUGIN]: `{"code":"member",${JSON.stringify(emptyIndex).slice(1)}` },
    ],
    ['manifest-missing', 'JAR_INDEX_INVALID', { 'META-INF/MANIFEST.MF': undefined }],
    ['manifest-empty', 'JAR_MISMATCH', manifest('')],
    ['manifest-of-another', 'JAR_MISMATCH', manifest(jarManifest.replace('hello', 'member'))],
    [
      'manifest-of-another-version',
      'JAR_MISMATCH',
      manifest(jarManifest.replace('Version: 1.0.0', 'Version: 1.0.1')),
    ],
    ['manifest-with-two-codes', 'JAR_MISMATCH', manifest(`${jarManifest}Application-Code: member\n`)],
    [
      'manifest-with-a-code-in-other-case',
      'JAR_MISMATCH',
      manifest(`application-code: member\r\n${jarManifest}`),
    ],
    [
      'manifest-with-a-continued-version',
      'JAR_MISMATCH',
      manifest(jarManifest.replace('Version: 1.0.0\nP', 'Version: 1.0.0\n 1\nP')),
    ],
    ['manifest-that-says-it-later', 'JAR_MISMATCH', manifest(`Manifest-Version: 1.0\n\n${jarManifest}`)],
    ['index-names-no-file', 'JAR_INDEX_INVALID', index(listed({ file: 'cn/platform/hello/none.js' }))],
    ['index-names-a-file-outside', 'JAR_INDEX_INVALID', index(listed({ file: '../../x.js' }))],
    ['index-names-no-mapper', 'JAR_INDEX_INVALID', index({ mappers: ['mapper/hello/none.xml'] })],
    ['index-names-no-main', 'JAR_INDEX_INVALID', index({ main: 'cn/platform/hello/none.js' })],
    ['index-class-of-another', 'JAR_FOREIGN_CLASS', index(listed({ name: 'cn.platform.member.A' }))],
    [
      'index-class-of-a-longer-code',
      'JAR_FOREIGN_CLASS',
      index(listed({ name: 'cn.platform.helloworld.A' })),
    ],
    ['index-takes-itself-for-a-class', 'JAR_FOREIGN_CLASS', index(listed({ file: PLUGIN }))],
    [
      'imports-what-the-index-hides',
      'JAR_PERMISSION_MISSING',
      importing("require('node:child_process').exec('id')"),
    ],
    [
      'imports-by-import',
      'JAR_IMPORT_FORBIDDEN',
      importing("import('vm').then((vm) => vm.runInThisContext('1'))"),
    ],
    ['imports-by-template', 'JAR_IMPORT_FORBIDDEN', importing('exports.a = () => require(`module`);')],
    ['imports-the-host-unseen', 'JAR_IMPORT_FORBIDDEN', importing("require('@platform/server')")],
  ];

const name = (at: number): string => `cn.platform.hello.M${at}`;
const include = (refid: string): string => `<include refid="${refid}"/>`;
const mapper = (at: number, content: string): Record<string, string> => ({
  [`mapper/hello/M${at}.xml`]: `<mapper namespace="${name(at)}">${content}</mapper>`,
});
/** Fragments in so many files, each of which includes that of the next so many times. */
const chain = (files: number, times: number, fragment = ''): Record<string, string> =>
  Object.assign(
    mapper(files, '<sql id="f">x</sql>'),
    mapper(files + 1, `<select id="a">${include(`${name(0)}.f`)}</select>`),
    ...Array.from({ length: files }, (_, at) =>
      mapper(at, `<sql id="f">${fragment}${include(`${name(at + 1)}.f`).repeat(times)}</sql>`),
    ),
  ) as Record<string, string>;

const MAPPERS: ReadonlyArray<readonly [name: string, code: string, files: Record<string, string>]> = [
  ['fragments-double-from-file-to-file', 'MAPPER_INVALID', chain(30, 2)],
  ['fragments-in-one-another-without-end', 'MAPPER_INVALID', chain(300, 1)],
  ['fragments-long-and-many', 'MAPPER_INVALID', chain(3, 9, 'x'.repeat(20_000))],
  ['fragments-of-other-files-substitute', 'MAPPER_SUBSTITUTION', chain(2, 1, '${x}')],
  [
    'fragments-in-a-circle-of-files',
    'MAPPER_INVALID',
    {
      ...mapper(0, `<sql id="f">${include(`${name(1)}.f`)}</sql><select id="a">${include('f')}</select>`),
      ...mapper(1, `<sql id="f">${include(`${name(0)}.f`)}</sql>`),
    },
  ],
  ['fragment-that-is-nowhere', 'MAPPER_INVALID', mapper(0, `<select id="a">${include('f')}</select>`)],
  [
    'fragment-of-another-application',
    'MAPPER_INVALID',
    mapper(0, `<select id="a">${include('cn.platform.member.M.f')}</select>`),
  ],
  [
    'another-document',
    'MAPPER_INVALID',
    mapper(0, '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude"/>'),
  ],
  [
    'elements-in-one-another',
    'MAPPER_INVALID',
    mapper(0, `<select id="a">${'<if test="a">'.repeat(5_000)}${'</if>'.repeat(5_000)}</select>`),
  ],
];

/** Jars whose index, modules and mappers do not say the same, or say too much (design 3.1, 4.3). */
export const JAR_SOURCES: readonly HostilePackage[] = [
  ...ROWS.map(([title, code, files]) => ({ name: `jar-${title}`, code, ...withJar(files) })),
  ...MAPPERS.map(([title, code, files]) => ({ name: `jar-mapper-${title}`, code, ...withJar(files) })),
];
