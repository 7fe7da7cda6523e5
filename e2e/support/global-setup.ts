import { buildPackage, buildServer, buildShell, packageOf } from '../../scripts/lib/build.ts';
import { repack } from '../../server/test/support/repack.ts';
import { Samples } from '../../server/test/support/samples.ts';
import { announcedPackages, type E2ePackages } from './packages.ts';
import { prepareData } from './platform.ts';

/** Builds what is out of date, the packages that tests upload, and their initial data. */
export default async function globalSetup(): Promise<() => void> {
  const samples = await Samples.build();
  await Promise.all([buildShell(), buildServer(), buildPackage('member')]);
  const packages = await packagesOf(samples);
  announcedPackages.make(packages);
  const removeData = await prepareData(packages);
  return () => {
    removeData();
    samples.remove();
  };
}

async function packagesOf(samples: Samples): Promise<E2ePackages> {
  const migration = 'migrations/02-create-hello-seed-data.sql';
  const unsigned = await repack(samples.hello, samples.directory, 'hello-unsigned.zip', {
    after: (files) => void files.delete('signature.txt'),
  });
  const flipped = await repack(samples.hello, samples.directory, 'hello-flipped.zip', {
    after: (files) => {
      const content = Buffer.from(files.get(migration) ?? '');
      const place = content.indexOf('ten minutes');
      content[place] = (content[place] ?? 0) ^ 1;
      files.set(migration, content);
    },
  });
  const { hello, hello110, helloBroken120 } = samples;
  return { hello, member: packageOf('member'), hello110, helloBroken120, unsigned, flipped };
}
