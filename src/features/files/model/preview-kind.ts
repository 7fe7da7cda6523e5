/** How a file can be looked at without leaving the page. */
export type PreviewKind = 'picture' | 'pdf' | 'text' | 'none';

/** Pictures that the host lets browsers show; SVG is a document, not one of them. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;
const TEXT = /^(?:text\/|application\/(?:json|x-yaml|yaml|toml|sql|x-ndjson)$)/;
const TEXT_NAME = /\.(?:txt|md|csv|json|ya?ml|toml|ini|log|sql|xml|html|js|ts|css|properties)$/i;

export function previewKind(type: string, name: string): PreviewKind {
  if (PICTURE.test(type)) return 'picture';
  if (type === 'application/pdf') return 'pdf';
  return TEXT.test(type) || TEXT_NAME.test(name) ? 'text' : 'none';
}
