import { createHash } from 'node:crypto'

/** A proof as the API returns it. */
export interface BalanceProof {
  readonly leaf: { readonly sum: number; readonly nonce: string }
  readonly leafHash: string
  readonly path: readonly { readonly side: string; readonly hash: string; readonly sum: number }[]
  readonly root: string
  readonly total: number
}

const sha256 = (bytes: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(bytes)).digest('hex')
const sumBytes = (sum: number) => Buffer.from(BigInt(sum).toString(16).padStart(16, '0'), 'hex')

export const leafHashOf = ({ sum, nonce }: BalanceProof['leaf']): string =>
  sha256([Buffer.of(0), Buffer.from(nonce, 'hex'), sumBytes(sum)])

export interface HashAndSum {
  readonly hash: string
  readonly sum: number
}

export const parentOf = (left: HashAndSum, right: HashAndSum): HashAndSum => {
  const parts = [left, right].flatMap(({ hash, sum }) => [Buffer.from(hash, 'hex'), sumBytes(sum)])
  return { hash: sha256([Buffer.of(1), ...parts]), sum: left.sum + right.sum }
}

/** What the path of a proof leads to, computed as the specification words it. */
export const rootOf = ({ leaf, path }: BalanceProof): HashAndSum =>
  path.reduce<HashAndSum>(
    (node, { side, hash, sum }) => (side === 'left' ? parentOf({ hash, sum }, node) : parentOf(node, { hash, sum })),
    { hash: leafHashOf(leaf), sum: leaf.sum },
  )
