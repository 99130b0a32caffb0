import { createHash, verify } from 'node:crypto'

/*
 * The algorithms of RFC 9162 §2.1 and the note format of C2SP, written from their texts and not from our code, to judge what
 * Garbo says of its log. Slow and plain on purpose.
 */

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export const hashLeaf = (leaf: string): Buffer => sha256(Uint8Array.of(0), Buffer.from(leaf))
const hashChildren = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Uint8Array.of(1), left, right)

/** MTH(D[n]) of §2.1.1, over the hashes of the leaves. */
export const merkleTreeHash = (leaves: readonly Buffer[]): Buffer => {
  const [first] = leaves
  if (first === undefined) return sha256()
  if (leaves.length === 1) return first
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return hashChildren(merkleTreeHash(leaves.slice(0, k)), merkleTreeHash(leaves.slice(k)))
}

/** The root that an inclusion proof leads to, §2.1.3.2; null if the proof is malformed. */
export const rootFromInclusion = (
  hash: Buffer,
  leafIndex: number,
  treeSize: number,
  path: readonly Buffer[],
): Buffer | null => {
  if (leafIndex >= treeSize) return null
  let [fn, sn, r] = [BigInt(leafIndex), BigInt(treeSize - 1), hash]
  for (const p of path) {
    if (sn === 0n) return null
    if (fn % 2n === 1n || fn === sn) {
      r = hashChildren(p, r)
      if (fn % 2n === 0n) {
        while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n]
      }
    } else r = hashChildren(r, p)
    ;[fn, sn] = [fn >> 1n, sn >> 1n]
  }
  return sn === 0n ? r : null
}

/** Whether a consistency proof connects two roots, §2.1.4.2. */
export const isConsistent = (
  from: { readonly size: number; readonly root: Buffer },
  to: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean => {
  if (from.size === to.size) return proof.length === 0 && from.root.equals(to.root)
  if (from.size < 1 || from.size > to.size || proof.length === 0) return false
  const isPowerOfTwo = (from.size & (from.size - 1)) === 0
  const [start, ...rest] = isPowerOfTwo ? [from.root, ...proof] : proof
  if (start === undefined) return false
  let [fn, sn] = [BigInt(from.size - 1), BigInt(to.size - 1)]
  while (fn % 2n === 1n) [fn, sn] = [fn >> 1n, sn >> 1n]
  let [fr, sr] = [start, start]
  for (const c of rest) {
    if (sn === 0n) return false
    if (fn % 2n === 1n || fn === sn) {
      ;[fr, sr] = [hashChildren(c, fr), hashChildren(c, sr)]
      if (fn % 2n === 0n) {
        while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n]
      }
    } else sr = hashChildren(sr, c)
    ;[fn, sn] = [fn >> 1n, sn >> 1n]
  }
  return fr.equals(from.root) && sr.equals(to.root) && sn === 0n
}

/** Whether a line is a `cosignature/v1` of a note's text by an Ed25519 key, as C2SP tlog-cosignature defines it. */
export const isWitnessLine = (line: string, text: string, name: string, publicKey: Uint8Array): boolean => {
  const match = /^— (\S+) ([A-Za-z\d+/]+=*)$/.exec(line)
  const bytes = Buffer.from(match?.[2] ?? '', 'base64')
  const id = sha256(Buffer.from(`${name}\n`), Uint8Array.of(4), publicKey).subarray(0, 4)
  if (match?.[1] !== name || bytes.length !== 76 || !bytes.subarray(0, 4).equals(id)) return false
  const message = `cosignature/v1\ntime ${bytes.readBigUInt64BE(4)}\n${text}`
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') }
  return verify(null, Buffer.from(message), { key: jwk, format: 'jwk' }, bytes.subarray(12))
}
