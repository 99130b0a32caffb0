/** Two decimals; 0 of nothing. */
export const roundedAverage = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum / count) * 100) / 100

/** Midnight of the same day. */
export const startOfDay = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`
