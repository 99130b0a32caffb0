import { sign } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { DataKey, Keyring } from '../../../application/ports/keyring.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { statement } from '../../postgres/postgres.ts'
import { keyIdOf, privateKeyOf, publicKeyOf } from './checkpoint-note.ts'

/** The key that signs checkpoints at present. */
export interface SigningKey {
  readonly number: number
  readonly origin: string
  readonly seed: DataKey
}

const LatestKey = z.object({ number: z.number(), origin: z.string(), isCurrent: z.boolean() })

/** The current key; the first one, the one after a rotation, or one for a new origin, is created. */
export const signingKey = async (
  queries: CommonQueryMethods,
  keyring: Pick<Keyring, 'provision'>,
  origin: string,
): Promise<SigningKey> => {
  const latest = await queries.maybeOne(sql.type(LatestKey)`
    select number, origin, until is null as "isCurrent" from audit.signing_keys order by number desc limit 1`)
  if (latest?.isCurrent === true && latest.origin === origin)
    return { number: latest.number, origin, seed: await seedOf(keyring, latest.number) }
  await startSigningKey(queries, keyring, origin, (latest?.number ?? 0) + 1)
  return signingKey(queries, keyring, origin)
}

/** Signs a text that cannot be a checkpoint; base64. */
export const signerOfTexts =
  (queries: CommonQueryMethods, keyring: Pick<Keyring, 'provision'>, origin: string) =>
  async (text: string): Promise<string> => {
    const { seed } = await signingKey(queries, keyring, origin)
    return sign(null, Buffer.from(text), privateKeyOf(seed)).toString('base64')
  }

/** Does nothing if another process has already created the key of this number. */
const startSigningKey = async (
  queries: CommonQueryMethods,
  keyring: Pick<Keyring, 'provision'>,
  origin: string,
  number: number,
): Promise<void> => {
  const publicKey = publicKeyOf(await seedOf(keyring, number))
  const keyId = keyIdOf({ name: origin, publicKey }).toString('hex')
  await queries.transaction(async (transaction) => {
    await endSigningKey(transaction, number)
    await transaction.query(statement`
      insert into audit.signing_keys (number, key_id, origin, public_key, since)
      values (${number}, ${keyId}, ${origin}, ${sql.binary(publicKey)}, clock_timestamp())
      on conflict (number) do nothing`)
  })
}

/** Ends the current key, which stays published; the sequencer creates the next one. @param before ends only a key before this one */
export const endSigningKey = async (queries: CommonQueryMethods, before = 2 ** 31 - 1): Promise<void> => {
  await queries.query(statement`
    update audit.signing_keys set until = clock_timestamp() where until is null and number < ${before}`)
}

const seedOf = async (keyring: Pick<Keyring, 'provision'>, number: number): Promise<DataKey> => {
  const subject = `checkpoint-key-${number}`
  const keys = await keyring.provision([subject])()
  if (E.isLeft(keys)) throw new Error('the keyring is unavailable', { cause: keys.left })
  const key = keys.right.get(subject)
  if (key === undefined || key === 'erased') throw new Error(`the key ${subject} is missing`)
  return key
}
