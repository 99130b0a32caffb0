import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endedSessionsPolicy, recoveryPolicy } from '../../../application/accounts/account-emails.policy.ts'
import type { AuthServices } from '../../../application/accounts/auth-services.ts'
import { accountEmails } from '../../../application/accounts/emails.it.ts'
import { emailTemplates } from '../../../application/all.ts'
import { emailJobHandler } from '../../../application/send-email.ts'
import { account } from '../../../domain/accounts/account.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresCodes } from '../../../infrastructure/accounts/codes.ts'
import { postgresCredentials, postgresTemporaryPasswords } from '../../../infrastructure/accounts/credentials.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { devMailbox } from '../../../infrastructure/messaging/messengers.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { accountSamples } from '../../support/accounts/event-samples.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { codeIn, temporaryPasswordIn } from '../../support/dev-mailbox.ts'

const requestedAt = '2026-03-02T10:00:00.000Z' as Instant
const secret = new Uint8Array(32).fill(1)
const cost = { memory: 64, passes: 1, lanes: 1 }
const passkey = { id: 'p-1', deviceName: 'Telefono Android', createdAt: '2026-01-10T11:15:00.000Z' as Instant }
let now = requestedAt

let database: TestDatabase
let home: string
let auth: AuthServices
let write: ReturnType<typeof emailJobHandler>
const outbox = () => devMailbox({ file: join(home, 'outbox.jsonl'), clock: () => now, newId: randomUUID })
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [accessMigrations])
  home = mkdtempSync(join(tmpdir(), 'garbo-emails-'))
  const app = inMemoryApplication()
  for (const name of ['ana', 'eva', 'ida']) await app.client(name)
  await app.client('ugo', { confirmed: false })
  // the templates use no other service
  auth = {
    ...app.deps,
    clock: () => now,
    credentials: postgresCredentials(database.queries, { secret, lock: { failures: 5, minutes: 15 }, cost }),
    codes: postgresCodes(database.queries, { secret, ttlMinutes: 15, maxAttempts: 5 }),
    temporaryPasswords: postgresTemporaryPasswords(database.queries, { secret, ttlMinutes: 30, cost }),
    passkeys: { listOf: (accountId: string) => TE.right(accountId === 'account-giulia' ? [passkey] : []) },
  } as unknown as AuthServices
  write = emailJobHandler(emailTemplates, auth, outbox(), 'http://localhost')
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await database.drop()
})

const runJob = (name: string, accountId: string, recoveryId = 'recovery-1') =>
  write({
    name,
    data: { accountId, recoveryId, at: requestedAt },
    key: `${recoveryId}-${accountId}-letter`,
    attempt: 1,
  })
const emailsTo = (to: string) => outbox().list({ to })

const giulia: readonly [AccountEvent] = [{ type: 'ClientRegistered', data: accountSamples.ClientRegistered }]
/** The e-mail itself, which is not sent. */
const emailTo = async (
  past: readonly AccountEvent[],
  template: keyof typeof accountEmails,
  data: Readonly<Record<string, unknown>>,
  services = auth,
) => {
  const to = fold(account, past)
  if (to.kind === null) throw new Error('not registered')
  return accountEmails[template]({ services, to, past, data, origin: 'http://localhost' })
}

const greetingsTo = async (to: string) => (await emailsTo(to)).map(({ text }) => text.split('\n')[0])

describe('recovery e-mails', () => {
  it('Q-03: send the code once however often the job runs, and that code is valid', async () => {
    await runJob('reset-code-mail', 'ana')
    await runJob('reset-code-mail', 'ana')
    const emails = await emailsTo('ana@example.it')
    expect(emails).toHaveLength(1)
    expect(
      unwrap(
        await auth.codes.spend(
          'reset-password',
          'ana',
          { code: codeIn(emails[0]?.text ?? ''), source: '192.0.2.1' },
          requestedAt,
        )(),
      ),
    ).toBe(true)
  })

  it('Q-127: list the passkeys with the code of a reset, if there are any', async () => {
    const data = { accountId: 'account-giulia', recoveryId: 'recovery-2', at: requestedAt }
    const withPasskeys = await emailTo(giulia, 'reset-code-mail', data)
    expect(withPasskeys?.text).toContain(
      'Queste sono le tue:\n- Telefono Android, dal 10 gennaio 2026 alle ore 12:15\n',
    )
    const listOf = () => TE.right([])
    const without = await emailTo(giulia, 'reset-code-mail', data, { ...auth, passkeys: { ...auth.passkeys, listOf } })
    expect(without?.text).toContain(codeIn(withPasskeys?.text ?? 'none'))
    expect(without?.text).not.toContain('passkey')
  })

  it('Q-127: announce that the passkeys were removed, and what to do if somebody else did it', async () => {
    const email = await emailTo(giulia, 'passkeys-removed-mail', { accountId: 'account-giulia', at: requestedAt })
    expect(email?.subject).toBe('Le passkey del tuo account Garbo sono state rimosse')
    expect(email?.text).toContain('sono state rimosse tutte le passkey del tuo account')
    expect(email?.text).toContain('Se non l’hai fatto tu, scegli subito una nuova password')
  })

  it('Q-04: send the temporary password in the same way', async () => {
    await runJob('temporary-password-mail', 'eva')
    await runJob('temporary-password-mail', 'eva')
    const emails = await emailsTo('eva@example.it')
    expect(emails).toHaveLength(1)
    const password = temporaryPasswordIn(emails[0]?.text ?? '')
    const attempt = { accountId: 'eva', name: 'eva', password, source: 'home', at: requestedAt }
    expect(unwrap(await auth.credentials.attempt(attempt)())).toMatchObject({
      type: 'correct',
      mustChangePassword: true,
    })
  })

  it('are not sent when they would be too late', async () => {
    now = '2026-03-02T10:31:00.000Z' as Instant
    await runJob('reset-code-mail', 'ida')
    await runJob('temporary-password-mail', 'ida')
    expect(await emailsTo('ida@example.it')).toEqual([])
  })

  it('are not sent for unknown accounts, and no SMS without a number', async () => {
    await runJob('reset-code-mail', 'nobody')
    await runJob('email-reminder-sms', 'ida')
    expect(await outbox().list()).toHaveLength(2)
  })

  it('ASVS 7.4.5: inform the owner of ended sessions when it happened, that the password is unchanged and what to do', async () => {
    expect(
      endedSessionsPolicy().effects?.({
        event: { type: 'SessionsEnded', data: accountSamples.SessionsEnded },
      } as never),
    ).toEqual([
      {
        id: 'notice',
        queue: 'mail',
        job: 'sessions-ended-mail',
        data: { accountId: 'account-giulia', at: accountSamples.SessionsEnded.at },
      },
    ])
    await runJob('sessions-ended-mail', 'ida')
    const [email] = await emailsTo('ida@example.it')
    expect(email?.subject).toBe('I tuoi accessi a Garbo sono stati chiusi')
    expect(email?.text).toContain('La tua password è rimasta la stessa: per rientrare accedi di nuovo.')
  })

  it('Q-131: greet nobody by name before the address is confirmed', async () => {
    for (const name of ['sessions-ended-mail', 'password-changed-mail']) await runJob(name, 'ugo', name)
    expect(await greetingsTo('ugo@example.it')).toEqual(['Ciao,', 'Ciao,'])
    await runJob('sessions-ended-mail', 'ana', 'recovery-2')
    expect(await greetingsTo('ana@example.it')).toContain('Ciao ana,')
  })

  it('Q-131: greet a former address by name only if it had been confirmed before the change', async () => {
    const [registered] = giulia
    const changed: AccountEvent = { type: 'EmailChanged', data: accountSamples.EmailChanged }
    const confirmed: AccountEvent = { type: 'EmailConfirmed', data: accountSamples.EmailConfirmed }
    const greetingAfter = async (...past: readonly AccountEvent[]) => {
      const { changeId } = accountSamples.EmailChanged
      return (await emailTo(past, 'email-changed-mail', { changeId }))?.text.split('\n')[0]
    }
    expect(await greetingAfter(registered, changed, confirmed)).toBe('Ciao,')
    expect(await greetingAfter(registered, confirmed, changed)).toBe('Ciao Giulia,')
  })

  it('are requested by jobs that contain only ids and a time', () => {
    const effects = recoveryPolicy().effects
    const of = (event: unknown) => effects?.({ event } as EventEnvelope<never>)
    const { PasswordChanged, RecoveryRequested } = accountSamples
    const { accountId, recoveryId, at } = RecoveryRequested
    expect(of({ type: 'RecoveryRequested', data: RecoveryRequested })).toEqual([
      { id: 'letter', queue: 'mail', job: 'reset-code-mail', data: { accountId, recoveryId, at } },
    ])
    expect(of({ type: 'PasswordChanged', data: PasswordChanged })).toEqual([
      { id: 'notice', queue: 'mail', job: 'password-changed-mail', data: { accountId, at } },
    ])
  })
})
