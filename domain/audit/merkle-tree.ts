/*
 * Merkle trees of RFC 9162 §2.1, as far as they are arithmetic. Which hashes a proof consists of and in which order they are
 * combined depends on sizes and indexes only, so the server and the browser share it, each with its own SHA-256.
 */

/** Leaves from `start` on, before `end`; both count from 0. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/** Root of a complete subtree: it covers the leaves from `index` × 2^`level` on, 2^`level` of them. */
export interface TreeNode {
  readonly level: number
  readonly index: number
}

/** The complete subtrees that a range of a tree consists of, from left to right. */
export const completeSubtrees = ({ start, end }: LeafRange): readonly TreeNode[] => {
  const nodes: TreeNode[] = []
  for (let from = start; from < end;) {
    const level = Math.floor(Math.log2(end - from))
    nodes.push({ level, index: from / 2 ** level })
    from += 2 ** level
  }
  return nodes
}

/** Where a tree of several leaves splits: after the largest power of two that is smaller than it. */
const leftSize = (size: number): number => 2 ** Math.floor(Math.log2(size - 1))

/**
 * The ranges whose hashes prove that a leaf is in a tree, from the leaf to the root (RFC 9162 §2.1.3.1).
 *
 * @param leafIndex less than `size`
 */
export const inclusionProof = (leafIndex: number, size: number): readonly LeafRange[] =>
  inclusionWithin(leafIndex, { start: 0, end: size })

const inclusionWithin = (leafIndex: number, { start, end }: LeafRange): readonly LeafRange[] => {
  if (end - start <= 1) return []
  const middle = start + leftSize(end - start)
  const [left, right] = [
    { start, end: middle },
    { start: middle, end },
  ] as const
  return leafIndex < middle
    ? [...inclusionWithin(leafIndex, left), right]
    : [...inclusionWithin(leafIndex, right), left]
}

/**
 * The ranges whose hashes prove that a tree begins with all leaves of a smaller one (RFC 9162 §2.1.4.1); none if both
 * are the same size.
 *
 * @param from at least 1
 * @param to at least `from`
 */
export const consistencyProof = (from: number, to: number): readonly LeafRange[] =>
  from === to ? [] : consistencyWithin(from, { start: 0, end: to }, true)

const consistencyWithin = (
  from: number,
  { start, end }: LeafRange,
  /** The smaller tree is known to the verifier as a whole. */
  isKnown: boolean,
): readonly LeafRange[] => {
  if (from === end) return isKnown ? [] : [{ start, end }]
  const middle = start + leftSize(end - start)
  const [left, right] = [
    { start, end: middle },
    { start: middle, end },
  ] as const
  return from <= middle
    ? [...consistencyWithin(from, left, isKnown), right]
    : [...consistencyWithin(from, right, false), left]
}

/** How a node of a proof is combined with the hash so far: it stands to its left or to its right. */
export type Side = 'left' | 'right'

/**
 * On which side each hash of an inclusion proof stands; null if the proof cannot have this length (RFC 9162 §2.1.3.2).
 */
export const inclusionSides = (leafIndex: number, size: number, length: number): readonly Side[] | null => {
  if (!isSize(size) || !isSize(leafIndex) || leafIndex >= size) return null
  const ranges = inclusionProof(leafIndex, size)
  return ranges.length === length ? ranges.map(({ start }) => (start > leafIndex ? 'right' : 'left')) : null
}

const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0

/** How the roots of both trees follow from a consistency proof. */
export interface ConsistencySteps {
  /** Whether the root of the smaller tree itself comes first; otherwise the first hash of the proof does. */
  readonly startsWithOldRoot: boolean
  /** For each further hash: its side, and whether it is part of the smaller tree too. */
  readonly steps: readonly { readonly side: Side; readonly inOld: boolean }[]
}

/** How to combine the hashes of a consistency proof; null if it cannot have this length (RFC 9162 §2.1.4.2). */
export const consistencySteps = (from: number, to: number, length: number): ConsistencySteps | null => {
  if (!isSize(from) || !isSize(to) || from < 1 || from > to) return null
  const ranges = consistencyProof(from, to)
  if (ranges.length !== length) return null
  const startsWithOldRoot = from === to || Number.isInteger(Math.log2(from))
  const rest = startsWithOldRoot ? ranges : ranges.slice(1)
  return {
    startsWithOldRoot,
    steps: rest.map(({ start }) => (start >= from ? { side: 'right', inOld: false } : { side: 'left', inOld: true })),
  }
}
