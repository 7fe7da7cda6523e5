import { textColumns, type ShippedTexts } from '../records/listing-texts.ts';
import type { MarketHost } from './market-host.ts';

/** A listed application; all fields but the code have a default. */
export interface Offered extends Partial<ShippedTexts> {
  readonly code: string;
  readonly description?: string;
  readonly category?: string;
  readonly author?: string;
  /** Day of January 2025 on which its latest version was published. */
  readonly day?: number;
}

const PACKAGE = { package_url: 'none', package_size: 1, package_md5: '0'.repeat(32) };

/** Lists applications with two versions each, without packages. */
export async function offerApplications(host: MarketHost, applications: readonly Offered[]): Promise<void> {
  const ids = applications.map((_, index) => 9_000_000 + index * 10);
  await host.rows((query) =>
    query
      .insertInto('app_info')
      .values(
        applications.map(({ code, name = code, description = null, category, author, ...more }, index) => ({
          app_id: ids[index] ?? 0,
          app_code: code,
          ...{ name, description, ...textColumns({ ...more, name, description }, { name, description }) },
          category: category ?? null,
          author: author ?? null,
          status: 1,
          latest_version: '1.10.0',
        })),
      )
      .execute(),
  );
  const versions = applications.flatMap(({ code, day = 1 }, index) =>
    ['1.9.0', '1.10.0'].map((version, turn) => ({
      ...PACKAGE,
      version_id: (ids[index] ?? 0) + turn,
      app_id: ids[index] ?? 0,
      app_code: code,
      version,
      status: 1 as const,
      release_time: new Date(Date.UTC(2025, 0, turn === 0 ? 1 : day)).toISOString(),
      package_sha256: '0'.repeat(64),
      manifest_json: JSON.stringify({ code, name: code, version, assets: {} }),
      signature_state: 'signed' as const,
    })),
  );
  await host.rows((query) => query.insertInto('app_version').values(versions).execute());
}
