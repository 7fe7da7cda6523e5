/** Makes ids: 53-bit integers that grow with time, unique across hosts. (design 2.1) */
export abstract class SnowflakeIds {
  abstract next(): number;
}
