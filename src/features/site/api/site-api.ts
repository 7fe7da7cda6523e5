import type { ConfigChange, SiteChange, SitePicture, SitePictureUse, SiteSettings } from '@platform/host-api';
import type { HttpClient, UploadProgress } from '@/shared/http';

export type { ConfigChange, SiteChange, SiteField, SitePictureUse, SiteSettings } from '@platform/host-api';

/** The endpoints of the site's look (design 12). */
export const createSiteApi = (http: HttpClient) => ({
  read: (signal?: AbortSignal) => http.get<SiteSettings>('/system/site', signal ? { signal } : {}),
  write: (change: SiteChange) => http.put<void>('/system/site', change),
  history: (signal?: AbortSignal) =>
    http.get<readonly ConfigChange[]>('/system/site/history', signal ? { signal } : {}),
  picture(file: File, use: SitePictureUse, onProgress: (progress: UploadProgress) => void) {
    const form = new FormData();
    form.append('file', file);
    return http.upload<SitePicture>('/system/site/picture', form, { params: { use }, onProgress });
  },
});

export type SiteApi = ReturnType<typeof createSiteApi>;
