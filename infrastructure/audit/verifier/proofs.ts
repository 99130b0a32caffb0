import { type Checkpoint, type Proof, type PublicKey, type SealedField, textOf, utf8 } from './archive.ts'

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
export const fromHex = (text: string): Uint8Array<ArrayBuffer> => {
  if (!/^(?:[\da-f]{2})*$/.test(text)) throw new TypeError('non è esadecimale')
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0) ?? 0)
const concatenated = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
export const sha256 = async (...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', concatenated(...parts)))

export const leafHash = (leaf: string) => sha256(Uint8Array.of(0), utf8(leaf))
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right)

/** Whether one of the Ed25519 keys signed the text. */
export const isSigned = async (
  keys: readonly PublicKey[],
  text: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  for (const { publicKey } of keys) {
    const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), 'Ed25519', false, ['verify'])
    if (await crypto.subtle.verify('Ed25519', key, signature, utf8(text))) return true
  }
  return false
}

/** The checkpoint of a note; null if it is not one, or none of the keys has signed it. */
export const openedCheckpoint = async (note: string, keys: readonly PublicKey[]): Promise<Checkpoint | null> => {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [origin = '', size = '', root = ''] = text.split('\n')
  if (end < 0 || !/^[1-9]\d{0,15}$/.test(size) || !/^[A-Za-z\d+/]{43}=$/.test(root)) return null
  for (const line of note.slice(end + 2).split('\n')) {
    const prefix = `— ${origin} `
    if (!line.startsWith(prefix) || !/^[A-Za-z\d+/]+=*$/.test(line.slice(prefix.length))) continue
    const bytes = fromBase64(line.slice(prefix.length))
    for (const key of keys) {
      const keyId = (await sha256(utf8(`${origin}\n`), Uint8Array.of(1), fromBase64(key.publicKey))).subarray(0, 4)
      if (hex(bytes.subarray(0, 4)) === hex(keyId) && (await isSigned([key], text, bytes.subarray(4))))
        return { origin, size: Number(size), root: hex(fromBase64(root)), keyId: hex(keyId) }
    }
  }
  return null
}

/** The root that an inclusion proof leads to (RFC 9162 §2.1.3.2); null if it cannot be one. */
export const rootOf = async (leaf: Uint8Array, { leafIndex, path }: Proof, size: number): Promise<string | null> => {
  if (leafIndex < 0 || leafIndex >= size) return null
  let [index, last, hash] = [leafIndex, size - 1, leaf]
  for (const encoded of path) {
    const sibling = fromHex(encoded)
    if (last === 0) return null
    if (index % 2 === 1 || index === last) {
      hash = await nodeHash(sibling, hash)
      while (index % 2 === 0 && index !== 0) [index, last] = [index / 2, Math.floor(last / 2)]
    } else hash = await nodeHash(hash, sibling)
    ;[index, last] = [Math.floor(index / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hex(hash) : null
}

/** The value of a sealed field; undefined if the key is not the one it was sealed with. */
export const openedValue = async (
  sealed: SealedField,
  { eventId, field }: { readonly eventId: string; readonly field: string },
  encodedKey: string,
): Promise<unknown> => {
  try {
    const [bytes, key] = [fromBase64(sealed['~']), fromBase64(encodedKey)]
    if (hex(await sha256(key)) !== hex(fromBase64(sealed.k ?? ''))) return undefined
    const [iv, tag, ciphertext] = [bytes.subarray(0, 12), bytes.subarray(12, 28), bytes.subarray(28)]
    const additionalData = utf8(`${eventId.length}.${field.length}.${eventId}${field}${sealed.s}`)
    const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
    const json = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData },
      aes,
      concatenated(ciphertext, tag),
    )
    return JSON.parse(textOf(new Uint8Array(json))) as unknown
  } catch {
    return undefined
  }
}

/** Whether a log begins with the earlier one (RFC 9162 §2.1.4.2). */
export const isContinued = async (from: Checkpoint, to: Checkpoint, path: readonly string[]): Promise<boolean> => {
  if (from.size === to.size) return path.length === 0 && from.root === to.root
  let [index, last] = [from.size - 1, to.size - 1]
  if (from.size > to.size) return false
  while (index % 2 === 1) [index, last] = [Math.floor(index / 2), Math.floor(last / 2)]
  const [start, ...rest] = index === 0 ? [from.root, ...path] : path
  if (start === undefined) return false
  let [before, after] = [fromHex(start), fromHex(start)]
  for (const encoded of rest) {
    const sibling = fromHex(encoded)
    if (last === 0) return false
    if (index % 2 === 1 || index === last) {
      ;[before, after] = [await nodeHash(sibling, before), await nodeHash(sibling, after)]
      while (index % 2 === 0 && index !== 0) [index, last] = [index / 2, Math.floor(last / 2)]
    } else after = await nodeHash(after, sibling)
    ;[index, last] = [Math.floor(index / 2), Math.floor(last / 2)]
  }
  return last === 0 && hex(before) === from.root && hex(after) === to.root
}
