/** Version of the platform, matched against `platform` ranges of manifests. (spec: V2) */
export const PLATFORM_VERSION = '1.0.0';
