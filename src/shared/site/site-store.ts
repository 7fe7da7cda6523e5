import type { SiteConfig } from '@platform/host-api';
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { isApiError, useHttp } from '../http/index.ts';

/** Name, pictures and colour of this installation; defaults until, or unless, they are loaded. */
export const useSiteStore = defineStore('site', () => {
  const http = useHttp();
  const config = shallowRef<Partial<SiteConfig>>({});

  const read = (headers: Record<string, string>) =>
    http.get<SiteConfig>('/open/platform/config', { anonymous: true, timeout: 5000, headers });

  /**
   * @param tenantId whose look; the platform's own where it is left out, or is no tenant (any
   *   more)
   */
  async function load(tenantId?: string) {
    try {
      config.value = await read(tenantId ? { 'X-Tenant-Id': tenantId } : {}).catch((error: unknown) => {
        if (tenantId && isApiError(error, 'TENANT_UNKNOWN')) return read({});
        throw error;
      });
    } catch {
      config.value = {};
    }
  }

  /** The name in a language; undefined where the operator has set none. */
  const nameIn = computed(
    () => (locale: string) =>
      (locale.startsWith('zh') ? config.value.name : (config.value.nameEn ?? config.value.name)) || undefined,
  );
  /** As `#rrggbb`; undefined where the operator has set none. */
  const accent = computed(() => {
    const set = config.value.settings?.['accent'] ?? '';
    return /^#[0-9a-f]{6}$/.test(set) ? set : undefined;
  });
  const watermark = computed(() => config.value.settings?.['watermark'] === 'on');

  return { config, load, nameIn, accent, watermark };
});
