import type { Finding } from '../finding.ts';
import { extensionOf } from './extensions.ts';
import type { ReadEntry } from './read-entries.ts';

type Content = Pick<ReadEntry, 'name' | 'head' | 'serverPages' | 'content'>;

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** In scripts, and in what is written about them, a short tag may be part of a pattern. */
const SHORT_TAGS = list('svg html css txt csv webmanifest');
/** May name an opening in a pattern, or quote one. */
const ABOUT_CODE = list('js mjs map json md html');
const BINARY = list('png jpg jpeg gif webp avif ico bmp woff woff2 ttf otf eot mp3 mp4 webm ogg wav');
const MARKUP = /^(\xef\xbb\xbf)?\s*<(!doctype|html|head|body|script|svg|iframe|\?xml)\b/i;
const PRIVATE_KEY = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/;
/** What a browser runs when the picture is opened by its address, on the host's own. */
const ACTIVE: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ['a script', /<(?:\w+:)?script[\s/>]/i],
  ['a handler of events', /<[^>]*[\s"'/]on[a-z]+\s*=/i],
  ['an address that is a script', /(?:href|src|to|from|values)\s*=\s*["']?\s*(?:java|vb)script\s*:/i],
  ['a document type with entities', /<!ENTITY/i],
  ['a frame', /<(?:\w+:)?(?:iframe|embed|object)[\s/>]/i],
];

/** Pictures are looked through up to this many bytes; a longer one is refused. */
export const isPictureOfText = (name: string): boolean =>
  name.startsWith('frontend/') && extensionOf(name) === 'svg';

/** A file that web servers and browsers will see: what they might run, or show to anybody (design 4.3). */
export function checkFrontendFile(file: Content): Finding[] {
  const { name, head } = file;
  if (!name.startsWith('frontend/')) return [];
  const extension = extensionOf(name);
  const start = head.toString('latin1');
  const findings: Finding[] = [];
  const error = (code: string, what: string, fix: string): void => {
    findings.push({ code, severity: 'error', entry: name, message: `"${name}" ${what}.`, fix });
  };
  for (const page of file.serverPages) {
    if (page === 'PHP in short tags' && !SHORT_TAGS.has(extension)) continue;
    error('CONTENT_EXECUTABLE', `holds ${page}, which a web server might run`, 'Leave the file out.');
  }
  if (!file.serverPages.has('PHP') && !ABOUT_CODE.has(extension) && /<\?(php|=)/i.test(start))
    error('CONTENT_EXECUTABLE', 'begins with PHP, which a web server might run', 'Leave the file out.');
  if (BINARY.has(extension) && MARKUP.test(start))
    error(
      'CONTENT_MISMATCH',
      `is markup, and not what .${extension} says`,
      'Give it the name of what it is.',
    );
  if (BINARY.has(extension) && start.startsWith('\0asm'))
    error('CONTENT_MISMATCH', `is WebAssembly, and not what .${extension} says`, 'Call it .wasm.');
  if (PRIVATE_KEY.test(start))
    error(
      'CONTENT_SECRET',
      'is a private key, which everybody could fetch',
      'Leave it out, and replace the key.',
    );
  if (extension === 'svg') findings.push(...checkPicture(file));
  return findings;
}

function checkPicture({ name, content }: Content): Finding[] {
  const error = (code: string, message: string, fix: string): Finding[] => [
    { code, severity: 'error', entry: name, message: `"${name}" ${message}.`, fix },
  ];
  if (!content)
    return error('CONTENT_ACTIVE', 'is too long or damaged to be looked through', 'Make it smaller.');
  const text = content.toString('latin1').replace(/<!--[^]*?-->/g, '');
  const active = ACTIVE.find(([, pattern]) => pattern.test(text))?.[0];
  if (active === undefined) return [];
  return error('CONTENT_ACTIVE', `holds ${active}`, 'Export the picture without scripts and entities.');
}
