export {
  goodArchive,
  HOSTILE_PACKAGES,
  hostileArchive,
  oneOfEachCode,
  type HostilePackage,
} from './corpus/index.ts';
export { isLongRun } from './long-tests.ts';
export { publicKey } from './package-builder.ts';
