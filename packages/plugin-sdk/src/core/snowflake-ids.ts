/** Makes identifiers: 53-bit integers that grow with time, unique across the hosts of a platform. (design 2.1) */
export abstract class SnowflakeIds {
  abstract next(): number;
}
