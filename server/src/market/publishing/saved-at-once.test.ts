import { expect, it } from 'vitest';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { marketSuite } from '../testing/market-suite.ts';

await describeHostDatabases('versions that are saved at once', ['sqlite', 'postgres'], ({ args }) => {
  const suite = marketSuite(args);
  const save = (file: string): Promise<string> =>
    suite.host.save(file).then(
      () => 'saved',
      (error: Error) => /\d{3} \w+/.exec(error.message)?.[0] ?? error.message,
    );

  it('are saved once, and all versions of a new application are', async () => {
    const [first, second] = [
      await suite.workshop.build({ version: '1.0.0' }),
      await suite.workshop.build({ version: '1.1.0' }),
    ];
    const outcomes = await Promise.all([first, first, first, second].map(save));
    expect(outcomes.slice(0, 3).toSorted()).toEqual(['409 VERSION_EXISTS', '409 VERSION_EXISTS', 'saved']);
    expect(outcomes[3]).toBe('saved');
  });
});
