const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Extensions refused everywhere (spec: Package layout), except for the declared jar. */
export const FORBIDDEN_EXTENSIONS = list(
  'jsp php war jar exe sh properties xml jspx phtml phar asp aspx cgi pl py rb class ear bat cmd com dll so dylib msi ps1 vbs scr lnk',
);

/** Extensions that a frontend may contain. */
export const FRONTEND_EXTENSIONS = list(
  'js mjs css html json map txt md svg png jpg jpeg gif webp avif ico bmp woff woff2 ttf otf eot wasm mp3 mp4 webm ogg wav pdf webmanifest csv',
);

/** Some web servers run `a.php.js` and `a.php/b.js` by the extension that is not the last one. */
export const INNER_PAGE = /\.(php\d?|phtml|phar|pht|jspx?|aspx?|cgi)[./]/i;

/** Returns the extension in lower case without its dot; empty when there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
