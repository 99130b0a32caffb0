export const starTexts = {
  stars: (stars: number) => (stars === 1 ? '1 stella' : `${stars} stelle`),
  starsOf5: (stars: number) =>
    stars === 1 ? '1 stella su 5' : `${stars.toLocaleString('it-IT', { maximumFractionDigits: 1 })} stelle su 5`,
} as const
