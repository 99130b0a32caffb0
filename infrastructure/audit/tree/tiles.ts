import { completeSubtrees, type LeafRange, type TreeNode } from '../../../domain/audit/merkle-tree.ts'
import { emptyRoot, type Hash, hashBytes, nodeHash } from './hashes.ts'

/** Levels of the tree in a tile. */
const tileHeight = 8
export const tileWidth = 2 ** tileHeight

/** Place of a tile: level 0 holds hashes of leaves, level n roots of complete subtrees of 256^n leaves. */
export interface TilePlace {
  readonly level: number
  readonly index: number
}

/** Hashes of a tile, at most 256. */
export interface Tile extends TilePlace {
  readonly hashes: readonly Hash[]
}

export const packTile = (hashes: readonly Hash[]): Buffer => Buffer.concat(hashes)

export const unpackTile = (packed: Buffer): readonly Hash[] =>
  Array.from({ length: packed.length / hashBytes }, (_, i) => packed.subarray(i * hashBytes, (i + 1) * hashBytes))

/** The tile that holds a node, or the hashes below it. */
const tileOf = ({ level, index }: TreeNode): TilePlace & { readonly first: number; readonly count: number } => {
  const count = 2 ** (level % tileHeight)
  const first = index * count
  return {
    level: Math.floor(level / tileHeight),
    index: Math.floor(first / tileWidth),
    first: first % tileWidth,
    count,
  }
}

/** The tiles that the hashes of these ranges are calculated from. */
export const tilesFor = (ranges: readonly LeafRange[]): readonly TilePlace[] => {
  const places = ranges.flatMap(completeSubtrees).map(tileOf)
  return [...new Map(places.map(({ level, index }) => [tileKey({ level, index }), { level, index }])).values()]
}

export const tileKey = ({ level, index }: TilePlace): string => `${level}/${index}`

/** Hashes of tiles by `tileKey`. */
export type Tiles = ReadonlyMap<string, readonly Hash[]>

/** Root of the tree of the leaves of a range. Throws if a tile is missing or too short. */
export const rangeHash = (range: LeafRange, tiles: Tiles): Hash => {
  const subtrees = completeSubtrees(range).map((node) => subtreeRoot(node, tiles))
  return (
    subtrees.reduceRight<Hash | null>((right, left) => (right === null ? left : nodeHash(left, right)), null) ??
    emptyRoot
  )
}

const subtreeRoot = (node: TreeNode, tiles: Tiles): Hash => {
  const { first, count, ...place } = tileOf(node)
  const hashes = tiles.get(tileKey(place))?.slice(first, first + count) ?? []
  if (hashes.length < count) throw new Error(`tile ${tileKey(place)} of the tree is incomplete`)
  return rootOf(hashes)
}

/** Root of a complete subtree. */
const rootOf = (hashes: readonly Hash[]): Hash => {
  let level = hashes
  while (level.length > 1) level = pairs(level)
  return level[0] ?? emptyRoot
}

const pairs = (hashes: readonly Hash[]): readonly Hash[] =>
  Array.from({ length: hashes.length / 2 }, (_, i) =>
    nodeHash(hashes[2 * i] ?? emptyRoot, hashes[2 * i + 1] ?? emptyRoot),
  )

/** A tree that grows by leaves. Keeps only the tiles at its right edge. */
export interface GrowingTree {
  readonly size: () => number
  readonly root: () => Hash
  /** Adds leaves; returns the tiles that have changed, with all their hashes. */
  readonly append: (leaves: readonly Hash[]) => readonly Tile[]
}

/** The tiles at the right edge of a tree, of which no level is full. */
export const edgePlaces = (size: number): readonly TilePlace[] => {
  const places: TilePlace[] = []
  for (let level = 0, width = size; width > 0; level++, width = Math.floor(width / tileWidth))
    if (width % tileWidth > 0) places.push({ level, index: Math.floor(width / tileWidth) })
  return places
}

/**
 * @param size leaves so far
 * @param edge the tiles at the right edge of a tree of this size, as `edgePlaces` names them
 */
export const growingTree = (size: number, edge: Tiles): GrowingTree => {
  const levels: { index: number; hashes: Hash[] }[] = []
  for (const { level, index } of edgePlaces(size))
    levels[level] = { index, hashes: [...(edge.get(tileKey({ level, index })) ?? [])] }
  let leaves = size

  const tileAt = (level: number) =>
    (levels[level] ??= { index: Math.floor(leaves / tileWidth ** (level + 1)), hashes: [] })
  const push = (level: number, added: Hash, changed: Map<string, Tile>): void => {
    const tile = tileAt(level)
    tile.hashes.push(added)
    const { index, hashes } = tile
    changed.set(tileKey({ level, index }), { level, index, hashes })
    if (hashes.length < tileWidth) return
    levels[level] = { index: index + 1, hashes: [] }
    push(level + 1, rootOf(hashes), changed)
  }
  return {
    size: () => leaves,
    root: () => {
      const tiles = levels.map(({ index, hashes }, level) => [tileKey({ level, index }), hashes] as const)
      return rangeHash({ start: 0, end: leaves }, new Map(tiles))
    },
    append: (added) => {
      const changed = new Map<string, Tile>()
      for (const leaf of added) {
        push(0, leaf, changed)
        leaves++
      }
      return [...changed.values()]
    },
  }
}
