import { randomInt } from 'node:crypto'

export const oneOf = <A>(all: readonly A[]): A => {
  const one = all[randomInt(all.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

export const shuffled = <A>(all: readonly A[]): readonly A[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
