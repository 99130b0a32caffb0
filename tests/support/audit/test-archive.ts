import { generateKeyPairSync, hash, sign } from 'node:crypto'
import type { ArchiveRequest, LogTree } from '../../../application/audit/ports.ts'
import { eventRegistry } from '../../../application/event-registry.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { inclusionProof } from '../../../domain/audit/merkle-tree.ts'
import { archives } from '../../../infrastructure/audit/archives.ts'
import { keyIdOf } from '../../../infrastructure/audit/tree/checkpoint-note.ts'
import { leafOf } from '../../../infrastructure/audit/tree/hashes.ts'
import { memoryKeyring, sealing } from '../../../infrastructure/keyring/keyring.ts'
import { fingerprintsText } from '../../../infrastructure/audit/verifier/check.ts'
import { zipStream } from '../../../web/api/zip.ts'
import { sampleOf } from '../event-samples.ts'
import { hashLeaf, merkleTreeHash } from './rfc9162.ts'

const origin = 'garbo.test'

const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const keyId = keyIdOf({ name: origin, publicKey: raw })
  return {
    sign: (text: string) => sign(null, Buffer.from(text), privateKey),
    keyId,
    published: {
      keyId: keyId.toString('hex'),
      publicKey: raw.toString('base64'),
      since: '2026-01-01T00:00:00.000Z',
      until: null,
    },
  }
}

const typesInLog = [
  'ClientRegistered',
  'ReviewSubmitted',
  'DisputeOpened',
  'ReviewEdited',
  'NameKept',
  'EmailConfirmed',
]

type Key = Pick<ReturnType<typeof newKey>, 'sign'>

/** The archive with some files replaced, and their hashes signed anew with the key given, as Garbo itself could. */
export const resealedWith = (
  key: Key,
  archive: ReadonlyMap<string, Uint8Array>,
  changes: Readonly<Record<string, unknown>>,
  without?: string,
): Map<string, Uint8Array> => {
  const files = new Map(archive)
  for (const [name, value] of Object.entries(changes))
    files.set(name, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))
  if (without !== undefined) files.delete(without)
  const listed = Object.fromEntries(
    [...files]
      .filter(([name]) => name !== 'impronte.json' && !name.startsWith('verifica.'))
      .map(([name, content]) => [name, hash('sha256', content)]),
  )
  const signature = key.sign(fingerprintsText(listed)).toString('base64')
  return files.set('impronte.json', Buffer.from(JSON.stringify({ files: listed, signature })))
}

/** The files as the one zip that Garbo sends. */
export const zipOf = async (files: Iterable<readonly [name: string, content: Uint8Array]>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of zipStream([...files].map(([name, content]) => ({ name, content })))) parts.push(part)
  return Buffer.concat(parts)
}

/** A log of one event of each of some types, all sealed, and archives of it. */
export const testArchives = async () => {
  const keyring = memoryKeyring()
  const seals = sealing(keyring, eventRegistry)
  const key = newKey()
  const sealables = typesInLog.map((type) => ({ id: crypto.randomUUID(), event: { type, data: sampleOf(type) ?? {} } }))
  const sealed = await seals.seal(sealables)()
  if (E.isLeft(sealed)) throw new Error('nothing was sealed')
  const leaves = sealables.map(({ id, event: { type } }, index) =>
    leafOf({
      id,
      stream: `stream-${index}`,
      version: 1,
      position: String(index),
      type,
      data: JSON.stringify(sealed.right[index]),
      meta: JSON.stringify({ v: 1, occurredAt: '2026-05-01T10:00:00.000Z', actor: { id: 'ana', role: 'client' } }),
    }),
  )
  const hashes = leaves.map(hashLeaf)
  const noteFor = (all: readonly Buffer[]) => {
    const text = `${origin}\n${all.length}\n${merkleTreeHash(all).toString('base64')}\n`
    return `${text}\n— ${origin} ${Buffer.concat([key.keyId, key.sign(text)]).toString('base64')}\n`
  }
  const noteOf = (size: number) => noteFor(hashes.slice(0, size))
  /** The checkpoint of a log whose last event is another one, with the same key. */
  const forkedNote = () => noteFor([...hashes.slice(0, -1), hashLeaf('{}')])
  const rangeHashes = (ranges: readonly { readonly start: number; readonly end: number }[]) =>
    ranges.map(({ start, end }) => merkleTreeHash(hashes.slice(start, end)).toString('hex'))
  const tree: Pick<LogTree, 'checkpoints' | 'keys' | 'leafIndexes' | 'leafOf' | 'inclusion'> = {
    checkpoints: async () => [
      {
        treeSize: leaves.length,
        rootHash: '',
        at: '',
        signature: '',
        keyId: '',
        note: noteOf(leaves.length),
        cosignatures: [],
      },
    ],
    keys: async () => [key.published],
    leafIndexes: async () => new Map(sealables.map(({ id }, index) => [id, index])),
    leafOf: async (eventId) => {
      const leafIndex = sealables.findIndex(({ id }) => id === eventId)
      const leaf = leaves[leafIndex]
      if (leaf === undefined) return null
      return { leafIndex, leaf, leafHash: hashLeaf(leaf).toString('hex'), actor: 'ana', namesNobodyElse: true }
    },
    inclusion: async (leafIndex, size) => ({
      path: rangeHashes(inclusionProof(leafIndex, size)),
      rootHash: '',
      checkpoint: '',
    }),
  }
  const { build } = archives({ tree, sealing: seals, sign: async (text) => key.sign(text).toString('base64') })
  const eventIds = sealables.map(({ id }) => id)
  return {
    key,
    leaves,
    eventIds,
    noteOf,
    forkedNote,
    rangeHashes,
    newKey,
    /** The files of an archive by name. */
    build: async (request: Partial<ArchiveRequest> = {}): Promise<Map<string, Uint8Array>> => {
      const opens = new Set(
        sealed.right.flatMap((data) =>
          Object.values(data as object).flatMap((field: { s?: string }) => field?.s ?? []),
        ),
      )
      const content = Buffer.from('{}\n')
      const explained = ['LEGGIMI.txt', 'data.json'].map((name) => ({ name, content }))
      const files = await build({
        files: explained,
        eventIds,
        displayOf: () => 'shown',
        opens,
        history: true,
        ...request,
      })
      return new Map((files ?? []).map(({ name, content }) => [name, content]))
    },
  }
}
