import { expect, it, vi } from 'vitest';
import { idleCollection } from './idle-collection.ts';

function prepare(resident: number) {
  const facts = { resident, utilization: 0 };
  const collect = vi.fn();
  const check = idleCollection({
    resident: () => facts.resident,
    utilization: () => facts.utilization,
    collect,
  });
  return { facts, collect, check };
}

it('collects once an idle host has grown by 15 %, and not while it works', () => {
  const { facts, collect, check } = prepare(100);
  facts.resident = 114;
  check();
  expect(collect).not.toHaveBeenCalled();
  Object.assign(facts, { resident: 115, utilization: 0.06 });
  check();
  expect(collect).not.toHaveBeenCalled();
  facts.utilization = 0.05;
  check();
  expect(collect).toHaveBeenCalledOnce();
});

it('does not collect again for memory that is in use', () => {
  const { facts, collect, check } = prepare(100);
  facts.resident = 200;
  check();
  check();
  expect(collect).toHaveBeenCalledOnce();
  facts.resident = 230;
  check();
  expect(collect).toHaveBeenCalledTimes(2);
});

it('measures growth from the least memory since', () => {
  const { facts, collect, check } = prepare(200);
  facts.resident = 100;
  check();
  facts.resident = 120;
  check();
  expect(collect).toHaveBeenCalledOnce();
});
