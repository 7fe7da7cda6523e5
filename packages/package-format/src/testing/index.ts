export {
  goodArchive,
  HOSTILE_PACKAGES,
  hostileArchive,
  oneOfEachCode,
  type HostilePackage,
} from './corpus/index.ts';
export { publicKey } from './package-builder.ts';
