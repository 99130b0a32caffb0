import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresPhotos } from '../../../infrastructure/accounts/photos.ts'
import { photosMigrations } from '../../../infrastructure/accounts/storage.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { sealedBytes } from '../../../infrastructure/keyring/sealing.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase } from '../../support/database.ts'
import { photosContract } from './photos.contract.ts'

const database = await testDatabase()
await migrate(database.pool, [photosMigrations])
const keyring = memoryKeyring()
const photos = postgresPhotos(database.queries, { secret: randomBytes(32), ...sealedBytes(keyring) })
afterAll(() => database.drop())

photosContract('postgres', () => ({ photos, erase: async (owner) => void (await keyring.erase(owner)()) }))

describe('photos in Postgres', () => {
  it('are sealed: the database alone reveals nothing', async () => {
    const picture = Buffer.from(`JFIF ${'una faccia '.repeat(40)}`)
    await photos.add('account-nina', picture, '2026-03-02T10:00:00.000Z' as Instant)()
    const { rows } = await database.pool.query<{ sealed: Buffer }>(
      "select sealed from photos.pictures where owner = 'account-nina'",
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sealed.includes('faccia')).toBe(false)
  })

  it('cannot be opened when stored under another id', async () => {
    const at = '2026-03-02T10:00:00.000Z' as Instant
    await photos.add('account-mina', Buffer.from('una'), at)()
    await photos.add('account-mina', Buffer.from('altra'), at)()
    await database.pool.query(
      `update photos.pictures p set sealed = o.sealed from photos.pictures o
       where p.owner = 'account-mina' and o.owner = p.owner and o.id <> p.id`,
    )
    const { rows } = await database.pool.query<{ id: string }>(
      "select id from photos.pictures where owner = 'account-mina'",
    )
    expect(rows).toHaveLength(2)
    for (const { id } of rows) expect(await photos.find(id)()).toMatchObject({ left: { type: 'Unavailable' } })
  })
})
