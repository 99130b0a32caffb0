import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inclusionProof } from '../../../../../domain/audit/merkle-tree.ts'
import { checkProof, fieldsOf, type ProofPart, proofParts } from '../../../../../web/app/features/audit/log-proof.ts'
import { proofOf, provedLog, reviewLeaf, shownReview } from '../../../../support/audit/proved-log.ts'
import { hashLeaf, merkleTreeHash } from '../../../../support/audit/rfc9162.ts'

type Log = ReturnType<typeof provedLog>
let log: Log
beforeAll(() => {
  log = provedLog(11, { at: 6, leaf: reviewLeaf })
})

const failingParts = async (
  change: Partial<ReturnType<typeof proofOf>>,
  { shown = shownReview, keys = log.keys }: { readonly shown?: typeof shownReview; readonly keys?: Log['keys'] } = {},
): Promise<readonly ProofPart[]> => {
  const { parts, holds } = await checkProof({ ...proofOf(log, 6), ...change }, shown, keys)
  expect(holds).toBe(proofParts.every((part) => parts[part]))
  return proofParts.filter((part) => !parts[part])
}
const flipped = (hash: string) => hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))

describe('D-67: an honest proof, checked in the browser', () => {
  it('holds, with each hash that was computed and the key that signed', async () => {
    const check = await checkProof(proofOf(log, 6), shownReview, log.keys)
    expect(check).toMatchObject({
      holds: true,
      leafHash: hashLeaf(reviewLeaf).toString('hex'),
      root: merkleTreeHash(log.hashes).toString('hex'),
      keyId: log.keys[0]?.keyId,
      signed: { origin: 'garbo.example', size: 11 },
    })
    expect(check.steps.map(({ side }) => side)).toEqual(['right', 'left', 'left', 'right'])
    expect(check.steps.map(({ sibling }) => sibling)).toEqual(proofOf(log, 6).path)
    expect(check.steps.at(-1)?.result).toBe(check.root)
  })

  it('holds for each leaf of trees of any size', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 130 }), fc.nat(), async (size, n) => {
        const index = n % size
        const other = provedLog(size, { at: index, leaf: reviewLeaf })
        expect((await checkProof(proofOf(other, index), shownReview, other.keys)).holds).toBe(true)
      }),
      { numRuns: 60 },
    ))

  it('holds beyond 32 bits of leaves, with the sides that the server computes', async () => {
    const [index, size] = [2 ** 40 + 5, 2 ** 41 + 3]
    const ranges = inclusionProof(index, size)
    const path = ranges.map((_, n) => hashLeaf(String(n)).toString('hex'))
    const { steps } = await checkProof({ ...proofOf(log, 6), leafIndex: index, treeSize: size, path }, shownReview, [])
    expect(steps.map(({ side }) => side)).toEqual(ranges.map(({ start }) => (start > index ? 'right' : 'left')))
  })
})

describe('D-67: a forged answer', () => {
  const signedWithKeyOf = (other: Log) => proofOf(other, 6).checkpoint

  it.each<readonly [string, () => Promise<readonly ProofPart[]>, readonly ProofPart[]]>([
    [
      'an event whose leaf was replaced',
      () => failingParts({ leaf: reviewLeaf.replace('"rating":4', '"rating":5') }),
      ['event', 'leaf', 'path', 'checkpoint'],
    ],
    [
      'a leaf and its hash that were replaced',
      () => {
        const leaf = reviewLeaf.replace('"rating":4', '"rating":5')
        return failingParts({ leaf, leafHash: hashLeaf(leaf).toString('hex') })
      },
      ['event', 'path', 'checkpoint'],
    ],
    [
      'a page that shows other data',
      () => failingParts({}, { shown: { ...shownReview, data: { ...shownReview.data, rating: 5 } } }),
      ['event'],
    ],
    [
      'a page that leaves a field out',
      () => failingParts({}, { shown: { ...shownReview, data: { comment: shownReview.data.comment } as never } }),
      ['event'],
    ],
    ['the proof of another event', () => failingParts({}, { shown: { ...shownReview, id: 'event-2' } }), ['event']],
    ['another actor', () => failingParts({}, { shown: { ...shownReview, actor: 'account-ugo' } }), ['event']],
    ['a leaf that is not JSON', () => failingParts({ leaf: 'x' }), ['event', 'leaf', 'path', 'checkpoint']],
    ['another index', () => failingParts({ leafIndex: 7 }), ['path', 'checkpoint']],
    ['an index outside the tree', () => failingParts({ leafIndex: 11 }), ['path', 'checkpoint']],
    ['another size', () => failingParts({ treeSize: 12 }), ['checkpoint']],
    [
      'a changed hash of the path',
      () => failingParts({ path: proofOf(log, 6).path.with(1, flipped(proofOf(log, 6).path[1] ?? '')) }),
      ['path', 'checkpoint'],
    ],
    ['a shorter path', () => failingParts({ path: proofOf(log, 6).path.slice(1) }), ['path', 'checkpoint']],
    ['a longer path', () => failingParts({ path: [...proofOf(log, 6).path, 'ab'.repeat(32)] }), ['path', 'checkpoint']],
    ['another root', () => failingParts({ rootHash: flipped(proofOf(log, 6).rootHash) }), ['path']],
    ['no checkpoint', () => failingParts({ checkpoint: null }), ['checkpoint', 'signature']],
    ['a checkpoint in words', () => failingParts({ checkpoint: 'fidati' }), ['checkpoint', 'signature']],
    [
      'a checkpoint of another key',
      () => failingParts({ checkpoint: signedWithKeyOf(provedLog(11, { at: 6, leaf: reviewLeaf })) }),
      ['signature'],
    ],
    [
      'a checkpoint whose size was changed after it was signed',
      () => failingParts({ treeSize: 12, checkpoint: (proofOf(log, 6).checkpoint ?? '').replace('\n11\n', '\n12\n') }),
      ['signature'],
    ],
    ['keys that are not published', () => failingParts({}, { keys: [] }), ['signature']],
  ])('%s does not hold, and the check says why', async (_, failing, expected) => {
    expect(await failing()).toEqual(expected)
  })
})

describe('D-67: the fields of an event', () => {
  it('are sealed, opened or clear, however deep', () => {
    const leaf = JSON.stringify({ data: { a: { '~': 'x', s: 'ana' }, b: [{ '~': 'y', s: 'ana' }, 2], c: null, d: {} } })
    const data = { a: { sealed: true, subject: 'ana' }, b: ['Aperto', 2], c: null, d: {} }
    expect(fieldsOf(leaf, data)).toEqual([
      { path: 'a', state: 'sealed', value: null },
      { path: 'b.0', state: 'opened', value: 'Aperto' },
      { path: 'b.1', state: 'clear', value: 2 },
      { path: 'c', state: 'clear', value: null },
      { path: 'd', state: 'clear', value: {} },
    ])
  })
})
