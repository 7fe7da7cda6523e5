import type { Finding } from '../finding.ts';
import { extensionOf } from './extensions.ts';
import type { ReadEntry } from './read-entries.ts';

type Content = Pick<ReadEntry, 'name' | 'head' | 'serverPages' | 'content'>;

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** File types in which a short tag may be part of a pattern. */
const SHORT_TAGS = list('svg html css txt csv webmanifest');
/** File types that may quote an opening tag. */
const ABOUT_CODE = list('js mjs map json md html');
const BINARY = list('png jpg jpeg gif webp avif ico bmp woff woff2 ttf otf eot mp3 mp4 webm ogg wav');
const MARKUP = /^(\xef\xbb\xbf)?\s*<(!doctype|html|head|body|script|svg|iframe|\?xml)\b/i;
const PRIVATE_KEY = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/;
/** Content that a browser executes when the picture is opened at its address on the host. */
const ACTIVE: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ['a script', /<(?:\w+:)?script[\s/>]/i],
  ['an event handler', /<[^>]*[\s"'/]on[a-z]+\s*=/i],
  ['a script address', /(?:href|src|to|from|values)\s*=\s*["']?\s*(?:java|vb)script\s*:/i],
  ['a document type with entities', /<!ENTITY/i],
  ['a frame', /<(?:\w+:)?(?:iframe|embed|object)[\s/>]/i],
];

/** Maximum size of a picture that is searched; a larger one is refused. */
export const isPictureOfText = (name: string): boolean =>
  name.startsWith('frontend/') && extensionOf(name) === 'svg';

/** Checks a served file for content that servers or browsers may execute (design 4.3). */
export function checkFrontendFile(file: Content): Finding[] {
  const { name, head } = file;
  if (!name.startsWith('frontend/')) return [];
  const extension = extensionOf(name);
  const start = head.toString('latin1');
  const findings: Finding[] = [];
  const error = (code: string, what: string, fix: string): void => {
    findings.push({ code, severity: 'error', entry: name, message: `"${name}" ${what}.`, fix });
  };
  const pages = [...file.serverPages].filter(
    (page) => page !== 'PHP in short tags' || SHORT_TAGS.has(extension),
  );
  for (const page of pages)
    error('CONTENT_EXECUTABLE', `contains ${page}, which a web server might run`, 'Remove the file.');
  const isTold = pages.some((page) => page.startsWith('PHP'));
  if (!isTold && !ABOUT_CODE.has(extension) && /<\?(php|=)/i.test(start))
    error('CONTENT_EXECUTABLE', 'starts with PHP, which a web server might run', 'Remove the file.');
  if (BINARY.has(extension) && MARKUP.test(start))
    error(
      'CONTENT_MISMATCH',
      `contains markup, which does not match .${extension}`,
      'Use the extension of its content.',
    );
  if (BINARY.has(extension) && start.startsWith('\0asm'))
    error('CONTENT_MISMATCH', `contains WebAssembly, which does not match .${extension}`, 'Call it .wasm.');
  if (PRIVATE_KEY.test(start))
    error(
      'CONTENT_SECRET',
      'is a private key, which anybody could download',
      'Remove it and replace the key.',
    );
  if (extension === 'svg') findings.push(...checkPicture(file));
  return findings;
}

function checkPicture({ name, content }: Content): Finding[] {
  const error = (code: string, message: string, fix: string): Finding[] => [
    { code, severity: 'error', entry: name, message: `"${name}" ${message}.`, fix },
  ];
  if (!content)
    return error(
      'CONTENT_ACTIVE',
      'is too long or too damaged to be checked',
      'Make it smaller, or export it again.',
    );
  const text = content.toString('latin1').replace(/<!--[^]*?-->/g, '');
  const active = ACTIVE.find(([, pattern]) => pattern.test(text))?.[0];
  if (active === undefined) return [];
  return error('CONTENT_ACTIVE', `holds ${active}`, 'Export the picture without scripts and entities.');
}
