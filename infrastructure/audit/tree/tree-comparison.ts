import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { EventStore } from '../../../application/ports/event-store.ts'
import { type FindGap, scanLog } from '../log-scan.ts'
import { type Hash, leafHash, leafOf } from './hashes.ts'
import { treeSize } from './sequencer.ts'
import { growingTree, packTile, type Tile, tileKey, tileWidth } from './tiles.ts'
import { readTiles } from './tree-storage.ts'

/** A tree recomputed from the log, compared with the stored one. */
export interface TreeComparison {
  readonly leaves: number
  readonly checkpoints: number
  /** What differs, at most 100; empty if nothing does. */
  readonly faults: readonly string[]
}

const maxFaults = 100

/** Recomputes the tree from the log and compares all tiles and checkpoints. Garbo may be running. */
export const compareTree = async (
  queries: CommonQueryMethods,
  store: Pick<EventStore, 'readAll' | 'head'>,
  findGap: FindGap,
): Promise<TreeComparison> => {
  const stored = await treeSize(queries)
  const checkpoints = await storedCheckpoints(queries, stored)
  const faults: string[] = []
  const tree = growingTree(0, new Map())
  const edge = new Map<string, Tile>()
  let checked = 0

  const grow = async (leaves: readonly Hash[]) => {
    for (const tile of tree.append(leaves)) edge.set(tileKey(tile), { ...tile, hashes: [...tile.hashes] })
    const full = [...edge.values()].filter(({ hashes }) => hashes.length === tileWidth)
    faults.push(...(await differentTiles(queries, full)))
    for (const tile of full) edge.delete(tileKey(tile))
  }
  const checkRoots = () => {
    for (; checkpoints[checked]?.size === tree.size(); checked++)
      if (!tree.root().equals(checkpoints[checked]?.root ?? Buffer.alloc(0)))
        faults.push(`the checkpoint of ${tree.size()} events has another root`)
  }
  for await (const events of scanLog(store, findGap)) {
    const leaves = events.slice(0, stored - tree.size()).map((event) => leafHash(leafOf(event)))
    for (let from = 0; from < leaves.length;) {
      const next = checkpoints[checked]?.size ?? Infinity
      const to = Math.min(leaves.length, from + next - tree.size())
      await grow(leaves.slice(from, to))
      from = to
      checkRoots()
    }
    if (tree.size() >= stored || faults.length >= maxFaults) break
  }
  if (faults.length < maxFaults) {
    faults.push(...(await differentTiles(queries, [...edge.values()])))
    if (tree.size() < stored) faults.push(`the tree has ${stored} leaves, the log ${tree.size()} events`)
  }
  return { leaves: tree.size(), checkpoints: checked, faults: faults.slice(0, maxFaults) }
}

const StoredCheckpoint = z.object({ size: z.number(), root: z.instanceof(Buffer) })

const storedCheckpoints = (queries: CommonQueryMethods, upTo: number) =>
  queries.any(sql.type(StoredCheckpoint)`
    select tree_size::float8 as size, root from audit.checkpoints where tree_size <= ${upTo} order by tree_size`)

/** Stored tiles may hold more hashes by now, but none may differ. */
const differentTiles = async (queries: CommonQueryMethods, tiles: readonly Tile[]): Promise<readonly string[]> => {
  const stored = await readTiles(queries, tiles)
  return tiles.flatMap(({ hashes, ...place }) => {
    const kept = stored.get(tileKey(place))?.slice(0, hashes.length) ?? []
    return packTile(kept).equals(packTile(hashes)) ? [] : [`tile ${tileKey(place)} differs from the log`]
  })
}
