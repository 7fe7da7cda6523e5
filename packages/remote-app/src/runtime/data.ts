import type { Ref } from 'vue';

/** One entry of a dictionary. */
export interface DictItem {
  value: string;
  label: string;
  /** Element Plus tag type: `success`, `warning`, … */
  tag?: string;
}

/** A dictionary whose items appear once it is loaded. */
export interface RemoteDict {
  readonly items: Readonly<Ref<readonly DictItem[]>>;
  /** Resolves when the items are loaded; rejects with the request's error. */
  readonly ready: Promise<void>;
  /** Label of a value; the value itself while unknown. Reactive. */
  label(value: string): string;
}

/**
 * Site configuration: eight base properties and further settings (spec: Generic site-config
 * endpoint).
 */
export interface SiteConfig {
  logo: string | null;
  favicon: string | null;
  name: string | null;
  nameEn: string | null;
  backgroundImage: string | null;
  description: string | null;
  copyright: string | null;
  icp: string | null;
  settings: Record<string, string>;
}
