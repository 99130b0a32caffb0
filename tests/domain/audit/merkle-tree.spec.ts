import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  completeSubtrees,
  consistencyProof,
  consistencySteps,
  inclusionProof,
  inclusionSides,
  type LeafRange,
  type Side,
} from '../../../domain/audit/merkle-tree.ts'
import { hashLeaf, isConsistent, merkleTreeHash, rootFromInclusion } from '../../support/audit/rfc9162.ts'

const leaves = Array.from({ length: 300 }, (_, n) => hashLeaf(`event ${n}`))
const rootAt = (size: number) => merkleTreeHash(leaves.slice(0, size))
const hashOf = ({ start, end }: LeafRange) => merkleTreeHash(leaves.slice(start, end))
const combine = (hash: Buffer, other: Buffer, side: Side) =>
  createHash('sha256')
    .update(Uint8Array.of(1))
    .update(Buffer.concat(side === 'left' ? [other, hash] : [hash, other]))
    .digest()

const sizes = fc.integer({ min: 1, max: leaves.length })
const twoSizes = fc.tuple(sizes, sizes).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
const leafInTree = sizes.chain((size) => fc.record({ size: fc.constant(size), leafIndex: fc.nat(size - 1) }))

describe('the arithmetic of Merkle trees (D-15)', () => {
  it('proves every leaf of every tree as RFC 9162 verifies it', () => {
    fc.assert(
      fc.property(leafInTree, ({ size, leafIndex }) => {
        const path = inclusionProof(leafIndex, size).map(hashOf)
        expect(rootFromInclusion(leaves[leafIndex] as Buffer, leafIndex, size, path)).toEqual(rootAt(size))
      }),
    )
  })

  it('proves of every tree that a larger one begins with it, as RFC 9162 verifies it', () => {
    fc.assert(
      fc.property(twoSizes, ({ from, to }) => {
        const proof = consistencyProof(from, to).map(hashOf)
        const [before, after] = [from, to].map((size) => ({ size, root: rootAt(size) }))
        expect(before && after && isConsistent(before, after, proof)).toBe(true)
      }),
    )
  })

  it('combines an inclusion proof to the root', () => {
    fc.assert(
      fc.property(leafInTree, ({ size, leafIndex }) => {
        const path = inclusionProof(leafIndex, size).map(hashOf)
        const sides = inclusionSides(leafIndex, size, path.length) ?? []
        const root = path.reduce(
          (hash, other, n) => combine(hash, other, sides[n] ?? 'left'),
          leaves[leafIndex] as Buffer,
        )
        expect(root).toEqual(rootAt(size))
      }),
    )
  })

  it('combines a consistency proof to both roots', () => {
    fc.assert(
      fc.property(twoSizes, ({ from, to }) => {
        const path = consistencyProof(from, to).map(hashOf)
        const { startsWithOldRoot = false, steps = [] } = consistencySteps(from, to, path.length) ?? {}
        const [start, ...rest] = startsWithOldRoot ? [rootAt(from), ...path] : path
        let [before, after] = [start as Buffer, start as Buffer]
        for (const [n, { side, inOld }] of steps.entries()) {
          if (inOld) before = combine(before, rest[n] as Buffer, side)
          after = combine(after, rest[n] as Buffer, side)
        }
        expect([before, after]).toEqual([rootAt(from), rootAt(to)])
      }),
    )
  })

  it('knows of a proof that it has the wrong length, and of an index that it is outside the tree', () => {
    expect(inclusionSides(3, 8, 2)).toBeNull()
    expect(inclusionSides(8, 8, 3)).toBeNull()
    expect(inclusionSides(-1, 8, 3)).toBeNull()
    expect(inclusionSides(0.5, 8, 3)).toBeNull()
    expect(consistencySteps(3, 7, 3)).toBeNull()
    expect(consistencySteps(0, 7, 0)).toBeNull()
    expect(consistencySteps(8, 7, 0)).toBeNull()
  })

  it('splits a range into complete subtrees from left to right', () => {
    expect(completeSubtrees({ start: 0, end: 0 })).toEqual([])
    expect(completeSubtrees({ start: 0, end: 6 })).toEqual([
      { level: 2, index: 0 },
      { level: 1, index: 2 },
    ])
    expect(completeSubtrees({ start: 8, end: 11 })).toEqual([
      { level: 1, index: 4 },
      { level: 0, index: 10 },
    ])
  })

  it('needs a few hashes only for a log of a billion events', () => {
    expect(inclusionProof(123_456_789, 1_000_000_000).length).toBeLessThanOrEqual(30)
    expect(consistencyProof(999_999_999, 1_000_000_000).length).toBeLessThanOrEqual(31)
  })
})
