import type { Liabilities, LiabilityProof } from '../../../contract/ava/wallet.ts'

/** A node of the path from one's own leaf to the root, as computed here. */
export interface ComputedNode {
  /** Lower-case hex. */
  readonly hash: string
  readonly sum: number
  /** Side of the node it was combined with; null for the leaf. */
  readonly combinedWith: 'left' | 'right' | null
}

export interface BalanceCheck {
  /** The balance is in the published total. */
  readonly holds: boolean
  readonly proof: LiabilityProof
  readonly published: Liabilities
  /** From the leaf to the root. */
  readonly nodes: readonly ComputedNode[]
}

/**
 * Computes the path of the proof with the browser's SHA-256 and compares its end with what is published.
 * Rejects where browsers offer no SHA-256: on connections that are not secure.
 * @rule D-54
 */
export const checkBalance = async (proof: LiabilityProof, published: Liabilities): Promise<BalanceCheck> => {
  const { leaf, leafHash, path, root, total, date } = proof
  const nodes: ComputedNode[] = [
    { hash: await sha256(Uint8Array.of(0), bytesOf(leaf.nonce), uint64(leaf.sum)), sum: leaf.sum, combinedWith: null },
  ]
  let node = nodes[0] as ComputedNode
  for (const { side, ...sibling } of path) {
    const [left, right] = side === 'left' ? [sibling, node] : [node, sibling]
    const parts = [left, right].flatMap(({ hash, sum }) => [bytesOf(hash), uint64(sum)])
    node = { hash: await sha256(Uint8Array.of(1), ...parts), sum: left.sum + right.sum, combinedWith: side }
    nodes.push(node)
  }
  const isProven = nodes[0]?.hash === leafHash && node.hash === root && node.sum === total
  const isPublished = published.date === date && published.root === root && published.total === total
  return { holds: isProven && isPublished, proof, published, nodes }
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const uint64 = (sum: number) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(sum))
  return bytes
}

const sha256 = async (...parts: readonly Uint8Array[]): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
