import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { useHttp } from '../http/index.ts';

/** The generic site configuration (spec: Generic site-config endpoint), of the platform itself. */
export interface SiteConfig {
  logo: string | null;
  favicon: string | null;
  name: string | null;
  nameEn: string | null;
  backgroundImage: string | null;
  description: string | null;
  copyright: string | null;
  icp: string | null;
}

/** Name, logo and background of this installation; defaults until, or unless, it is loaded. */
export const useSiteStore = defineStore('site', () => {
  const http = useHttp();
  const config = shallowRef<Partial<SiteConfig>>({});

  async function load() {
    try {
      config.value = await http.get<SiteConfig>('/open/platform/config', { anonymous: true, timeout: 5000 });
    } catch {
      config.value = {};
    }
  }

  /** The name in a language; undefined where the operator has set none. */
  const nameIn = computed(
    () => (locale: string) =>
      (locale.startsWith('zh') ? config.value.name : (config.value.nameEn ?? config.value.name)) || undefined,
  );

  return { config, load, nameIn };
});
