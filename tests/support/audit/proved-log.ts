import { randomBytes } from 'node:crypto'
import { inclusionProof } from '../../../domain/audit/merkle-tree.ts'
import { checkpointText, keyIdOf, publicKeyOf, signNote } from '../../../infrastructure/audit/tree/checkpoint-note.ts'
import { hashLeaf, merkleTreeHash } from './rfc9162.ts'

const [origin, at] = ['garbo.example', '2026-03-02T09:00:00.000Z']
const eventId = '01a229b9-f307-72cc-adeb-113274cb520e'

/** A stored event with an encrypted field, as canonical JSON. */
export const reviewLeaf = JSON.stringify({
  at,
  data: { comment: { e: '', s: 'account-giulia', '~': 'AAECAw' }, rating: 4 },
  id: eventId,
  meta: { actor: { id: 'account-giulia', role: 'client' }, correlationId: 'request-1', occurredAt: at, v: 1 },
  schemaVersion: 1,
  stream: 'review-one',
  type: 'ReviewSubmitted',
  version: 1,
})

/** The same event as auditors are shown it. */
export const shownReview = {
  id: eventId,
  stream: 'review-one',
  type: 'ReviewSubmitted',
  version: 1,
  at,
  actor: 'account-giulia',
  data: { rating: 4, comment: { sealed: true, subject: 'account-giulia' } },
}

/** A log with one known leaf and a new key. */
export const provedLog = (size: number, known: { readonly at: number; readonly leaf: string }) => {
  const leaves = Array.from({ length: size }, (_, n) => (n === known.at ? known.leaf : `event ${n}`))
  const seed = randomBytes(32)
  const publicKey = publicKeyOf(seed)
  const keyId = keyIdOf({ name: origin, publicKey }).toString('hex')
  const key = { keyId, publicKey: publicKey.toString('base64'), since: at, until: null, witnesses: [] }
  return { leaves, hashes: leaves.map(hashLeaf), seed, keys: [key] }
}

/** What the API answers about one leaf, at the newest checkpoint. */
export const proofOf = ({ leaves, hashes, seed }: ReturnType<typeof provedLog>, leafIndex: number) => {
  const [leaf = '', size] = [leaves[leafIndex], leaves.length]
  const root = merkleTreeHash(hashes)
  const note = signNote(checkpointText({ origin, size, root }), origin, seed)
  return {
    eventId,
    leaf,
    leafHash: hashLeaf(leaf).toString('hex'),
    leafIndex,
    treeSize: size,
    path: inclusionProof(leafIndex, size).map(({ start, end }) =>
      merkleTreeHash(hashes.slice(start, end)).toString('hex'),
    ),
    rootHash: root.toString('hex'),
    checkpoint: note as string | null,
  }
}
