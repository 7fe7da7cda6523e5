/** Version of the platform, which `platform` ranges of manifests are compared with. (spec: V2) */
export const PLATFORM_VERSION = '1.0.0';
