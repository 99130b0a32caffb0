import { consistencyProof, inclusionProof, type LeafRange } from '../../../domain/audit/merkle-tree.ts'
import {
  checkpointText,
  keyIdOf,
  publicKeyOf,
  signatureIn,
  signNote,
} from '../../../infrastructure/audit/tree/checkpoint-note.ts'
import { leafHash, leafOf } from '../../../infrastructure/audit/tree/hashes.ts'
import { merkleTreeHash } from './rfc9162.ts'
import type { SavedAnswers } from './audit-guide.ts'

const [origin, seed] = ['garbo.example', Buffer.alloc(32, 7)]
const [firstSize, size, provedIndex] = [3, 7, 4]
const timeOf = (n: number) => `2026-05-01T10:00:0${n}.000Z`
const idOf = (n: number) => `019dffff-0000-7000-8000-00000000000${n}`

/** Seven events of one stream; the personal field of each is encrypted. */
const leaves = Array.from({ length: size }, (_, n) =>
  leafOf({
    id: idOf(n),
    stream: 'reply-r1',
    version: n + 1,
    position: String(n + 1).padStart(20, '0'),
    type: n === 0 ? 'ReplyPublished' : 'ReplyEdited',
    data: JSON.stringify({
      reviewId: 'r1',
      text: { '~': Buffer.alloc(12, n).toString('base64url'), s: 'rosa', e: '' },
      at: timeOf(n),
    }),
    meta: JSON.stringify({
      v: 1,
      occurredAt: timeOf(n),
      actor: { role: 'business', id: 'rosa' },
      causationId: null,
      correlationId: `request-${n}`,
    }),
  }),
)
const hashes = leaves.map(leafHash)
const rootOf = ({ start, end }: LeafRange) => merkleTreeHash(hashes.slice(start, end))
const hexOf = (range: LeafRange) => rootOf(range).toString('hex')
const whole = { start: 0, end: size }

const publicKey = publicKeyOf(seed)
const keyId = keyIdOf({ name: origin, publicKey }).toString('hex')
const note = signNote(checkpointText({ origin, size, root: rootOf(whole) }), origin, seed)

/** The answers of the API that docs/audit.md works through, from a log of seven events and a known key. */
export const workedExample = {
  keys: [{ keyId, publicKey: publicKey.toString('base64'), since: timeOf(0), until: null, witnesses: [] }],
  checkpoints: [
    {
      treeSize: size,
      rootHash: hexOf(whole),
      at: timeOf(7),
      signature: signatureIn(note),
      keyId,
      note,
      cosignatures: [],
    },
  ],
  proof: {
    eventId: idOf(provedIndex),
    leaf: leaves[provedIndex] ?? '',
    leafHash: hashes[provedIndex]?.toString('hex') ?? '',
    leafIndex: provedIndex,
    treeSize: size,
    path: inclusionProof(provedIndex, size).map(hexOf),
    rootHash: hexOf(whole),
    checkpoint: note,
  },
  consistency: {
    from: firstSize,
    to: size,
    path: consistencyProof(firstSize, size).map(hexOf),
    fromRoot: hexOf({ start: 0, end: firstSize }),
    toRoot: hexOf(whole),
  },
} satisfies SavedAnswers
