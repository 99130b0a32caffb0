import type { ConnectionGraph } from '../../../../contract/moderation/connections.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Id of a node: an account's id, or the number of an identifier. */
export type NodeId = string | number

export interface GraphLayout {
  readonly width: number
  readonly height: number
  readonly positions: ReadonlyMap<NodeId, Point>
}

type Graph = Pick<ConnectionGraph, 'accounts' | 'uses'>

/** Distance between two rings, and between neighbours on a ring, which have labels. */
const ring = 84
const neighbour = 84
/** Room for labels around the outermost nodes. */
const margin = { x: 62, y: 44 }

/**
 * A tree in rings, around the first account, or around its identifier if it has only one: accounts and identifiers on
 * alternate rings. The same graph has the same layout.
 */
export const layoutOf = ({ accounts, uses }: Graph): GraphLayout => {
  const [first] = accounts
  if (first === undefined) return { width: 0, height: 0, positions: new Map() }
  const [own, ...others] = uses.filter(({ accountId }) => accountId === first.accountId)
  const root = own !== undefined && others.length === 0 ? own.identifier : first.accountId
  const { children, depthOf } = spanningTree(root, uses)
  const angleOf = anglesOf(root, children)
  const radiusOf = radii(depthOf, angleOf)
  const points = [...angleOf].map(([id, angle]): readonly [NodeId, Point] => {
    const radius = radiusOf(depthOf.get(id) ?? 0)
    return [id, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }]
  })
  const [xs, ys] = [points.map(([, { x }]) => x), points.map(([, { y }]) => y)]
  const [left, top] = [Math.min(...xs) - margin.x, Math.min(...ys) - margin.y]
  return {
    width: Math.round(Math.max(...xs) + margin.x - left),
    height: Math.round(Math.max(...ys) + margin.y - top),
    positions: new Map(points.map(([id, { x, y }]) => [id, { x: Math.round(x - left), y: Math.round(y - top) }])),
  }
}

/** Children of each node, breadth first. */
const spanningTree = (root: NodeId, uses: Graph['uses']) => {
  const depthOf = new Map<NodeId, number>([[root, 0]])
  const children = new Map<NodeId, readonly NodeId[]>()
  const neighboursOf = (id: NodeId): readonly NodeId[] =>
    uses.flatMap(({ accountId, identifier }): readonly NodeId[] => {
      if (accountId === id) return [identifier]
      return identifier === id ? [accountId] : []
    })
  // a map also iterates over what is added during the iteration
  for (const [id, depth] of depthOf) {
    const found = neighboursOf(id).filter((next) => !depthOf.has(next))
    for (const next of found) depthOf.set(next, depth + 1)
    children.set(id, found)
  }
  return { children, depthOf }
}

/** Leaves are spread evenly; a node is in the middle of its children. The first one points up. */
const anglesOf = (root: NodeId, children: ReadonlyMap<NodeId, readonly NodeId[]>): ReadonlyMap<NodeId, number> => {
  const leaves = [...children.values()].filter(({ length }) => length === 0).length
  const angles = new Map<NodeId, number>()
  let placed = 0
  const place = (id: NodeId): number => {
    const below = children.get(id) ?? []
    const own = below.map(place)
    const angle =
      own.length === 0 ? (2 * Math.PI * placed++) / leaves - Math.PI / 2 : ((own[0] ?? 0) + (own.at(-1) ?? 0)) / 2
    angles.set(id, angle)
    return angle
  }
  place(root)
  return angles
}

/** Radius of each ring, so that neighbours on it have room for their labels. */
const radii = (depthOf: ReadonlyMap<NodeId, number>, angleOf: ReadonlyMap<NodeId, number>) => {
  const found: number[] = [0]
  const deepest = Math.max(...depthOf.values())
  for (let depth = 1; depth <= deepest; depth++) {
    const angles = [...angleOf]
      .flatMap(([id, angle]) => (depthOf.get(id) === depth ? [angle] : []))
      .toSorted((a, b) => a - b)
    const gaps = angles.map((angle, n) => (angles[n + 1] ?? (angles[0] ?? 0) + 2 * Math.PI) - angle)
    const narrowest = Math.min(Math.PI, ...gaps)
    found.push(Math.max((found[depth - 1] ?? 0) + ring, neighbour / 2 / Math.sin(narrowest / 2)))
  }
  return (depth: number) => found[depth] ?? 0
}

/** Splits a name into at most two lines that fit below a node. */
export const labelLines = (name: string): readonly string[] => {
  if (name.length <= lineLength) return [name]
  const space = name.lastIndexOf(' ', lineLength)
  const end = space > 0 ? space : lineLength
  return [name.slice(0, end), shortened(name.slice(end).trim())]
}

const lineLength = 14
const shortened = (text: string) => (text.length <= lineLength ? text : `${text.slice(0, lineLength - 1)}…`)
