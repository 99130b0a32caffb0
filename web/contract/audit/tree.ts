import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant, pageLimit, text } from '../fields.ts'

const hash = z
  .string()
  .regex(/^[\da-f]{64}$/)
  .meta({ description: 'SHA-256, lower-case hex' })
const size = z.int().min(0).meta({ description: 'Number of events' })
const invalidSize = 'Indica un numero intero positivo'
const enteredSize = z.coerce
  .number(invalidSize)
  .int(invalidSize)
  .min(1, invalidSize)
  .max(Number.MAX_SAFE_INTEGER, invalidSize)

const checkpoint = z
  .object({
    treeSize: size,
    rootHash: hash,
    at: instant,
    signature: z.string().meta({ description: 'Ed25519, base64' }),
    keyId: z.string(),
    note: z.string().meta({ description: 'Signed note, as C2SP tlog-checkpoint defines it' }),
    cosignatures: z
      .array(z.string())
      .meta({ description: 'Signature lines of witnesses (cosignature/v1), as C2SP tlog-cosignature defines them' }),
  })
  .meta({ id: 'Checkpoint' })

const publicKey = z.string().meta({ description: 'Ed25519, base64' })

const witness = z
  .object({
    name: z.string(),
    keyId: z.string(),
    publicKey,
    verifierKey: z.string().meta({ description: 'Name, id and key, as C2SP signed-note defines it' }),
  })
  .meta({ id: 'Witness' })

const checkpointKey = z
  .object({
    keyId: z.string(),
    publicKey,
    since: instant,
    until: instant.nullable(),
    witnesses: z.array(witness).meta({ description: 'Whose cosignatures are accepted; the same for all keys' }),
  })
  .meta({ id: 'CheckpointKey' })

const path = z.array(hash)

const consistency = z
  .object({ from: size, to: size, path, fromRoot: hash, toRoot: hash })
  .meta({ id: 'ConsistencyProof' })

const inclusion = z
  .object({
    eventId: z.uuid(),
    leaf: z.string().meta({ description: 'The event as it is stored, as canonical JSON (RFC 8785)' }),
    leafHash: hash,
    leafIndex: size,
    treeSize: size,
    path,
    rootHash: hash,
    checkpoint: z.string().nullable().meta({ description: 'Signed note of this size; null if it was never signed' }),
  })
  .meta({ id: 'InclusionProof' })

/** The Merkle tree over the log: anybody can check that it only grows, and people that their events are in it. */
export const tree = {
  checkpoints: endpoint({
    method: 'GET',
    path: '/api/audit/checkpoints',
    summary: 'Lists signed checkpoints of the event log, newest first',
    access: 'anyone',
    query: z.object({ limit: pageLimit(1_000) }),
    response: z.array(checkpoint),
    rateLimit: 'search',
  }),
  consistency: endpoint({
    method: 'GET',
    path: '/api/audit/consistency',
    summary: 'Proves that the log at one size is the beginning of the log at a larger one (RFC 9162)',
    access: 'anyone',
    query: z.object({ from: enteredSize, to: enteredSize }),
    response: consistency,
    rateLimit: 'search',
  }),
  checkpointKeys: endpoint({
    method: 'GET',
    path: '/api/audit/keys',
    summary: 'Lists the public keys that sign checkpoints, newest first, and those of the known witnesses',
    access: 'anyone',
    response: z.array(checkpointKey),
    rateLimit: 'search',
  }),
  addCosignature: endpoint({
    method: 'POST',
    path: '/api/audit/cosignatures',
    summary: 'Adds the signature line of a known witness to a checkpoint; once for each witness and checkpoint',
    access: 'anyone',
    body: z.strictObject({
      treeSize: z.int(invalidSize).min(1, invalidSize),
      line: text(1, 500),
    }),
    response: null,
    rateLimit: 'write',
  }),
  inclusionProof: endpoint({
    method: 'GET',
    path: '/api/audit/proofs/:eventId',
    summary:
      'Proves that an event is in the log (RFC 9162); auditors and administrators, and people for acts that name no other person',
    access: 'signed-in',
    params: z.object({ eventId: z.uuid('Identificativo non valido') }),
    query: z.object({ size: enteredSize.optional() }),
    response: inclusion,
    rateLimit: 'audit',
    allowedWhileSuspended: true,
    recorded: { what: 'staff-read', why: 'proof', ifNamed: true },
  }),
}
