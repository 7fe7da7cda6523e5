import type { AppManifest } from '@platform/package-format';
import type { ListingContent } from './listing-store.ts';

/** The descriptive fields of a manifest. @param overrides take precedence over the manifest */
export function listingFrom(
  manifest: AppManifest,
  overrides: { readonly name?: string | undefined; readonly description?: string | undefined } = {},
): ListingContent {
  return {
    name: overrides.name ?? manifest.name,
    description: overrides.description ?? manifest.description ?? null,
    icon: manifest.icon ?? null,
    category: manifest.category ?? null,
    author: manifest.author ?? null,
    homepage: manifest.homepage ?? null,
  };
}
