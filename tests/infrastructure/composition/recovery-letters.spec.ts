import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Doors } from '../../../application/access/doors.ts'
import { endedSessionsPolicy } from '../../../application/policies/ended-sessions.policy.ts'
import { recoveryPolicy } from '../../../application/policies/recovery.policy.ts'
import type { Recorded } from '../../../domain/kernel/recorded.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresCodes } from '../../../infrastructure/access/codes.ts'
import { postgresCredentials } from '../../../infrastructure/access/credentials.ts'
import { accessMigrations } from '../../../infrastructure/access/migrations.ts'
import { postgresTemporaryPasswords } from '../../../infrastructure/access/temporary-passwords.ts'
import { letterWriter } from '../../../infrastructure/composition/letters.ts'
import { outboxMessenger } from '../../../infrastructure/messages/outbox-messenger.ts'
import { migrate } from '../../../infrastructure/postgres/migrate.ts'
import { application, right } from '../../support/application.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { codeIn, temporaryPasswordIn } from '../../support/letters.ts'
import { accessSamples } from '../../support/samples/access.ts'

const asked = '2026-03-02T10:00:00.000Z' as Instant
const secret = new Uint8Array(32).fill(1)
const cost = { memory: 64, passes: 1, lanes: 1 }
let now = asked

let database: TestDatabase
let home: string
let doors: Doors
let write: ReturnType<typeof letterWriter>
const outbox = () => outboxMessenger({ file: join(home, 'outbox.jsonl'), clock: () => now, newId: randomUUID })
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [accessMigrations])
  home = mkdtempSync(join(tmpdir(), 'garbo-letters-'))
  const app = application()
  for (const name of ['ana', 'eva', 'ida']) await app.client(name)
  // the letters reach for nothing else
  doors = {
    ...app.deps,
    clock: () => now,
    credentials: postgresCredentials(database.pool, { secret, lock: { failures: 5, minutes: 15 }, cost }),
    codes: postgresCodes(database.pool, { secret, ttlMinutes: 15, maxTries: 5 }),
    temporaryPasswords: postgresTemporaryPasswords(database.pool, { secret, ttlMinutes: 30, cost }),
  } as unknown as Doors
  write = letterWriter(doors, outbox(), 'http://localhost')
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await database.drop()
})

const job = (name: string, accountId: string, recoveryId = 'recovery-1') =>
  write({ name, data: { accountId, recoveryId, at: asked }, key: `${recoveryId}-${accountId}-letter`, attempt: 1 })
const lettersTo = (to: string) => outbox().list({ to })

describe('the letters of a recovery', () => {
  it('Q-03: send the code once however often the job runs, and that code is valid', async () => {
    await job('reset-code-mail', 'ana')
    await job('reset-code-mail', 'ana')
    const letters = await lettersTo('ana@example.it')
    expect(letters).toHaveLength(1)
    expect(right(await doors.codes.spend('reset-password', 'ana', codeIn(letters[0]?.text ?? ''), asked)())).toBe(true)
  })

  it('Q-04: send the temporary password in the same way', async () => {
    await job('temporary-password-mail', 'eva')
    await job('temporary-password-mail', 'eva')
    const letters = await lettersTo('eva@example.it')
    expect(letters).toHaveLength(1)
    const password = temporaryPasswordIn(letters[0]?.text ?? '')
    const attempt = { accountId: 'eva', name: 'eva', password, source: 'home', at: asked }
    expect(right(await doors.credentials.attempt(attempt)())).toMatchObject({ type: 'right', mustChangePassword: true })
  })

  it('are not sent when they would be too late', async () => {
    now = '2026-03-02T10:31:00.000Z' as Instant
    await job('reset-code-mail', 'ida')
    await job('temporary-password-mail', 'ida')
    expect(await lettersTo('ida@example.it')).toEqual([])
  })

  it('are not sent for unknown accounts, and no SMS without a number', async () => {
    await job('reset-code-mail', 'nobody')
    await job('email-reminder-sms', 'ida')
    expect(await outbox().list()).toHaveLength(2)
  })

  it('ASVS 7.4.5: inform the owner of ended sessions when it happened, that the password is unchanged and what to do', async () => {
    expect(
      endedSessionsPolicy().effects?.({ event: { type: 'SessionsEnded', data: accessSamples.SessionsEnded } } as never),
    ).toEqual([
      {
        name: 'notice',
        queue: 'mail',
        kind: 'sessions-ended-mail',
        data: { accountId: 'account-giulia', at: accessSamples.SessionsEnded.at },
      },
    ])
    await job('sessions-ended-mail', 'ida')
    const [letter] = await lettersTo('ida@example.it')
    expect(letter?.subject).toBe('I tuoi accessi a Garbo sono stati chiusi')
    expect(letter?.text).toContain('La tua password è rimasta la stessa: per rientrare accedi di nuovo.')
  })

  it('are requested by jobs that contain only ids and a time', () => {
    const effects = recoveryPolicy().effects
    const of = (event: unknown) => effects?.({ event } as Recorded<never>)
    const { PasswordChanged, RecoveryRequested } = accessSamples
    const { accountId, recoveryId, at } = RecoveryRequested
    expect(of({ type: 'RecoveryRequested', data: RecoveryRequested })).toEqual([
      { name: 'letter', queue: 'mail', kind: 'reset-code-mail', data: { accountId, recoveryId, at } },
    ])
    expect(of({ type: 'PasswordChanged', data: PasswordChanged })).toEqual([
      { name: 'notice', queue: 'mail', kind: 'password-changed-mail', data: { accountId, at } },
    ])
  })
})
