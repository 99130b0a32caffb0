import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { consistencyProof, inclusionProof } from '../../../domain/audit/merkle-tree.ts'
import {
  checkpointText,
  openCheckpoint,
  publicKeyOf,
  signNote,
} from '../../../infrastructure/audit/tree/checkpoint-note.ts'
import { leafHash, leafOf } from '../../../infrastructure/audit/tree/hashes.ts'
import {
  edgePlaces,
  growingTree,
  rangeHash,
  tileKey,
  tilesFor,
  type Tiles,
} from '../../../infrastructure/audit/tree/tiles.ts'
import { hashLeaf, isConsistent, merkleTreeHash, rootFromInclusion } from '../../support/audit/rfc9162.ts'

/** Hashes of many leaves, a page of tiles and more. */
const leaves = Array.from({ length: 70_000 }, (_, n) => leafHash(`event ${n}`))
const grow = (batches: readonly number[]) => {
  const tiles = new Map<string, readonly Buffer[]>()
  const tree = growingTree(0, new Map())
  for (const size of batches)
    for (const { hashes, ...place } of tree.append(leaves.slice(tree.size(), tree.size() + size)))
      tiles.set(tileKey(place), [...hashes])
  return { tree, tiles: tiles as Tiles }
}

describe('the stored tree (D-15)', () => {
  it('has the root of RFC 9162, however it grew', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 }), (batches) => {
        const { tree } = grow(batches)
        expect(tree.root()).toEqual(merkleTreeHash(leaves.slice(0, tree.size())))
      }),
      { numRuns: 40 },
    )
  })

  it('goes on from its right edge after a restart', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_200 }), fc.integer({ min: 1, max: 600 }), (before, after) => {
        const { tiles } = grow([before])
        const edge = new Map(edgePlaces(before).map((place) => [tileKey(place), tiles.get(tileKey(place)) ?? []]))
        const resumed = growingTree(before, edge)
        resumed.append(leaves.slice(before, before + after))
        expect(resumed.root()).toEqual(grow([before + after]).tree.root())
      }),
      { numRuns: 40 },
    )
  })

  it('proves leaves and earlier sizes of more than 65,536 leaves from a few tiles', () => {
    const { tree, tiles } = grow([1, 65_535, 400])
    const size = tree.size()
    const root = merkleTreeHash(leaves.slice(0, size))
    expect(tree.root()).toEqual(root)
    for (const leafIndex of [0, 255, 256, 65_535, 65_536, size - 1]) {
      const ranges = inclusionProof(leafIndex, size)
      expect(tilesFor(ranges).length).toBeLessThanOrEqual(8)
      const path = ranges.map((range) => rangeHash(range, tiles))
      expect(rootFromInclusion(leaves[leafIndex] as Buffer, leafIndex, size, path)).toEqual(root)
    }
    for (const from of [1, 256, 300, 65_536, 65_537, size]) {
      const proof = consistencyProof(from, size).map((range) => rangeHash(range, tiles))
      const before = { size: from, root: merkleTreeHash(leaves.slice(0, from)) }
      expect(isConsistent(before, { size, root }, proof)).toBe(true)
    }
  })

  it('says so when a tile is missing or too short', () => {
    const { tiles } = grow([300])
    expect(() => rangeHash({ start: 0, end: 300 }, new Map())).toThrow('incomplete')
    const cut = new Map(tiles).set('0/1', (tiles.get('0/1') ?? []).slice(1))
    expect(() => rangeHash({ start: 0, end: 300 }, cut)).toThrow('tile 0/1 of the tree is incomplete')
  })
})

describe('a leaf', () => {
  const recorded = {
    id: '0197f3a0-0000-7000-8000-000000000001',
    stream: 'review-1',
    version: 1,
    position: '00000000000000000007',
    type: 'ReviewSubmitted',
    data: '{"stars":5,"at":"2026-05-04T10:00:00.000Z","comment":{"~":"c2lnaWxsYXRv","s":"ana","e":null}}',
    meta: '{"v":2,"occurredAt":"2026-05-04T10:00:00.000Z","actor":{"role":"client","id":"ana"}}',
  }

  it('is the event as it is stored, with sealed fields, as canonical JSON', () => {
    expect(leafOf(recorded)).toBe(
      '{"at":"2026-05-04T10:00:00.000Z",' +
        '"data":{"at":"2026-05-04T10:00:00.000Z","comment":{"e":null,"s":"ana","~":"c2lnaWxsYXRv"},"stars":5},' +
        '"id":"0197f3a0-0000-7000-8000-000000000001",' +
        '"meta":{"actor":{"id":"ana","role":"client"},"occurredAt":"2026-05-04T10:00:00.000Z","v":2},' +
        '"schemaVersion":2,"stream":"review-1","type":"ReviewSubmitted","version":1}',
    )
    expect(leafHash(leafOf(recorded))).toEqual(hashLeaf(leafOf(recorded)))
  })

  it('is canonical JSON as an author of RFC 8785 writes it, whatever names, texts and numbers it has', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', '10', '9', '1a', '\\ud800', 'é', 'toJSON'),
    )
    const data = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, false, -0, 1e21, 1e-7, 0.1, '\\ud800', '\u2028', '"'),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      ),
    })).value
    fc.assert(
      fc.property(data, (value) => {
        const text = JSON.stringify(value)
        const { leaf } = /"data":(?<leaf>.*),"id":"0197f3a0/s.exec(leafOf({ ...recorded, data: text }))?.groups ?? {}
        expect(leaf).toBe(canonicalize(JSON.parse(text)))
      }),
    )
  })

  it('does not depend on spaces or the order of fields in the stored text', () => {
    const spaced = { ...recorded, meta: JSON.stringify(JSON.parse(recorded.meta), null, 2) }
    expect(leafOf(spaced)).toBe(leafOf(recorded))
  })

  it.each([
    ['no JSON', 'oops'],
    ['a number that no double holds', '{"n":1e400}'],
    ['half a character', String.raw`{"t":"\ud800"}`],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('of a damaged event with %s holds its text', (_, data) => {
    expect(JSON.parse(leafOf({ ...recorded, data }))).toMatchObject({ id: recorded.id, data })
  })
})

describe('a checkpoint', () => {
  const seed = new Uint8Array(32).fill(7)
  const key = { name: 'garbo.example', publicKey: publicKeyOf(seed) }
  const checkpoint = { origin: 'garbo.example', size: 3, root: merkleTreeHash(leaves.slice(0, 3)) }
  const note = signNote(checkpointText(checkpoint), key.name, seed)

  it('is a signed note as C2SP defines it, read here without our code', () => {
    const [text = '', signatures = ''] = note.split('\n\n')
    expect(text.split('\n')).toEqual(['garbo.example', '3', checkpoint.root.toString('base64')])
    const [dash, name, encoded = ''] = signatures.trimEnd().split(' ')
    expect([dash, name]).toEqual(['—', 'garbo.example'])
    const bytes = Buffer.from(encoded, 'base64')
    const id = createHash('sha256').update('garbo.example\n').update(Uint8Array.of(1)).update(key.publicKey).digest()
    expect(bytes.subarray(0, 4)).toEqual(id.subarray(0, 4))
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.publicKey.toString('base64url') } as const
    const verified = verify(null, Buffer.from(`${text}\n`), { key: jwk, format: 'jwk' }, bytes.subarray(4))
    expect(verified).toBe(true)
  })

  it('is read back with a known key only, and not once a character has changed', () => {
    expect(openCheckpoint(note, [key])).toEqual(checkpoint)
    expect(openCheckpoint(note, [])).toBeNull()
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    expect(openCheckpoint(note, [{ ...key, publicKey: Buffer.from(other.x ?? '', 'base64url') }])).toBeNull()
    expect(openCheckpoint(note, [{ ...key, name: 'altro.example' }])).toBeNull()
    for (const changed of [note.replace('\n3\n', '\n4\n'), note.replace('garbo.example\n', 'garbo.example \n'), 'nota'])
      expect(openCheckpoint(changed, [key])).toBeNull()
  })
})
