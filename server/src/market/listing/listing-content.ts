import type { AppManifest } from '@platform/package-format';
import type { ListingContent } from './listing-store.ts';

/** What people read of an application, from its manifest. */
export function listingFrom(
  manifest: AppManifest,
  said: { readonly name?: string | undefined; readonly description?: string | undefined } = {},
): ListingContent {
  return {
    name: said.name ?? manifest.name,
    description: said.description ?? manifest.description ?? null,
    icon: manifest.icon ?? null,
    category: manifest.category ?? null,
    author: manifest.author ?? null,
    homepage: manifest.homepage ?? null,
  };
}
