/** A row with the number that its new place requires. */
export interface Placed<Row> {
  readonly row: Row;
  readonly orderNum: number;
}

/**
 * Puts a row at a place among its siblings, which are in display order; returns it and those whose
 * number has to change.
 */
export function placed<Row extends { readonly orderNum: number }>(
  siblings: readonly Row[],
  moved: Row,
  place: number,
): Array<Placed<Row>> {
  const changed: Array<Placed<Row>> = [];
  let last = siblings[place - 1]?.orderNum;
  for (const row of [moved, ...siblings.slice(place)]) {
    // One that begins the list keeps the numbers of those behind it, if there is one below them.
    const free = last === undefined ? (siblings[place]?.orderNum ?? moved.orderNum + 1) - 1 : last + 1;
    const orderNum = row === moved ? free : Math.max(row.orderNum, free);
    if (row === moved || orderNum !== row.orderNum) changed.push({ row, orderNum });
    last = orderNum;
  }
  return changed;
}
