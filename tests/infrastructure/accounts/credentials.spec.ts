import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Credentials, SignInAttempt } from '../../../application/accounts/ports.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresCredentials } from '../../../infrastructure/accounts/credentials.ts'
import { hashPassword, isWeaker, owaspCost, findPasswordWeakness } from '../../../infrastructure/accounts/passwords.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { migrate, openQueries } from '../../../infrastructure/postgres/postgres.ts'
import { newPassword, passwordTooWeak, passwordTooShort } from '../../../web/contract/accounts/authentication.ts'
import { validate } from '../../../web/contract/validation.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const password = 'Segretissima1!'
/** A low cost, so that many attempts run fast; one test uses the real cost. */
const cost = { memory: 64, passes: 1, lanes: 1 }
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, minutes)).toISOString() as Instant

describe('passwords', () => {
  let database: TestDatabase
  let credentials: Credentials
  const withCost = (cost: typeof owaspCost) =>
    postgresCredentials(database.queries, { secret: new Uint8Array(32), lock: { failures: 5, minutes: 15 }, cost })
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [accessMigrations])
    credentials = withCost(cost)
  })
  afterAll(() => database.drop())

  const set = (accountId: string, word = password) => credentials.set(accountId, word, at(0))()
  const attempt = async (changes: Partial<SignInAttempt>, minutes = 0) => {
    const signIn: SignInAttempt = {
      accountId: 'mario',
      name: 'mario@rossi.example',
      password,
      source: '1.2.3.4',
      at: at(minutes),
      ...changes,
    }
    const outcome = await credentials.attempt(signIn)()
    return E.isRight(outcome) ? outcome.right.type : outcome.left.type
  }
  const failTimes = async (times: number, changes: Partial<SignInAttempt>, minutes = 0) => {
    const outcomes: string[] = []
    for (let n = 0; n < times; n++) outcomes.push(await attempt({ password: 'sbagliata', ...changes }, minutes))
    return outcomes
  }
  const hashOf = async (accountId: string) =>
    (
      await database.pool.query<{ hash: string }>('select hash from access.credentials where account_id = $1', [
        accountId,
      ])
    ).rows[0]?.hash ?? ''

  it('are accepted when right, rejected when wrong, and replaced by a new one', async () => {
    await set('mario')
    expect([await attempt({}), await attempt({ password: 'Segretissima1?' })]).toEqual(['correct', 'incorrect'])
    await set('mario', 'Nuovissima22@')
    expect([await attempt({}), await attempt({ password: 'Nuovissima22@' })]).toEqual(['incorrect', 'correct'])
  })

  it('of unknown or erased accounts are rejected', async () => {
    await set('gino')
    await credentials.deleteAllOf('gino')()
    expect(await attempt({ accountId: 'gino', source: 'a' })).toBe('incorrect')
    expect(await attempt({ accountId: null, name: 'nessuno', source: 'b' })).toBe('incorrect')
  })

  it('are stored as Argon2id with 19 MiB, two passes and one lane, never in clear', async () => {
    const real = withCost(owaspCost)
    await real.set('vera', password, at(0))()
    const hash = await hashOf('vera')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashPassword(password, cost)).not.toBe(await hashPassword(password, cost))
  })

  it('are rehashed only when the configured cost is higher', async () => {
    await set('piera')
    const weak = await hashOf('piera')
    await attempt({ accountId: 'piera' })
    expect(await hashOf('piera')).toBe(weak)
    const higherCost = { memory: 128, passes: 2, lanes: 1 }
    expect(isWeaker(weak, higherCost)).toBe(true)
    const signIn = { accountId: 'piera', name: 'piera', password, source: 'x', at: at(0) }
    const stronger = withCost(higherCost)
    expect(await stronger.attempt(signIn)()).toMatchObject({ right: { type: 'correct' } })
    expect(await hashOf('piera')).toContain('m=128,t=2')
    expect(await attempt({ accountId: 'piera' })).toBe('correct')
    expect(isWeaker('rubbish', cost)).toBe(true)
  })

  it('are normalised: different encodings of the same letters are equal', async () => {
    await set('zoe', 'Perché1!aaaa'.normalize('NFC'))
    expect(await attempt({ accountId: 'zoe', password: 'Perché1!aaaa'.normalize('NFD') })).toBe('correct')
  })

  describe('Q-23: the lock of fifteen minutes after five failures', () => {
    it('rejects even the right password', async () => {
      await set('ugo')
      expect(await failTimes(5, { accountId: 'ugo' })).toEqual(Array.from({ length: 5 }, () => 'incorrect'))
      expect(await attempt({ accountId: 'ugo' }, 14)).toBe('locked')
      expect(await attempt({ accountId: 'ugo' }, 15)).toBe('correct')
    })

    it('is not prolonged by further attempts', async () => {
      await set('ida')
      await failTimes(5, { accountId: 'ida' })
      expect(new Set(await failTimes(20, { accountId: 'ida' }, 14))).toEqual(new Set(['locked']))
      expect(await attempt({ accountId: 'ida' }, 15)).toBe('correct')
    })

    it('is avoided by a success after four failures, which resets the count', async () => {
      await set('leo')
      await failTimes(4, { accountId: 'leo' })
      expect(await attempt({ accountId: 'leo' })).toBe('correct')
      await failTimes(4, { accountId: 'leo' })
      expect(await attempt({ accountId: 'leo' })).toBe('correct')
    })

    it('does not affect the owner when one stranger elsewhere fails', async () => {
      await set('eva')
      await failTimes(8, { accountId: 'eva', source: '9.9.9.9' })
      expect(await attempt({ accountId: 'eva', source: '1.2.3.4' })).toBe('correct')
    })

    it('applies to the whole account for a minute when many strangers fail', async () => {
      await set('rita')
      for (let n = 0; n < 10; n++) await failTimes(5, { accountId: 'rita', source: `9.9.9.${n}` })
      expect(await attempt({ accountId: 'rita' })).toBe('locked')
      expect(await attempt({ accountId: 'rita' }, 1)).toBe('correct')
    })

    it('applies to unknown names too, so that it reveals nothing', async () => {
      const nobody = { accountId: null, name: 'Nessuno@Dove.example' }
      expect(await failTimes(6, nobody)).toEqual([
        'incorrect',
        'incorrect',
        'incorrect',
        'incorrect',
        'incorrect',
        'locked',
      ])
      expect(await attempt({ accountId: null, name: ' nessuno@dove.example' })).toBe('locked')
    })

    it('allows five of a hundred guesses at once', async () => {
      await set('olga')
      const guesses = Array.from({ length: 100 }, () => attempt({ accountId: 'olga', password: 'sbagliata' }))
      const outcomes = await Promise.all(guesses)
      expect(outcomes.filter((outcome) => outcome === 'incorrect')).toHaveLength(5)
      expect(await attempt({ accountId: 'olga' })).toBe('locked')
    })

    it('is reported with the remaining time', async () => {
      await set('tea')
      await failTimes(5, { accountId: 'tea' })
      const signIn = { accountId: 'tea', name: 'tea', password, source: '1.2.3.4', at: at(5) }
      expect(await credentials.attempt(signIn)()).toEqual(E.right({ type: 'locked', retryAfterSeconds: 600 }))
    })

    it('stores failures without names and deletes them', async () => {
      await failTimes(1, { accountId: null, name: 'mario@rossi.example' })
      const { rows } = await database.pool.query<{ row: string }>('select f::text as row from access.failures f')
      expect(rows.map(({ row }) => row).join()).not.toMatch(/mario|rossi|1\.2\.3\.4/)
      expect(await credentials.sweep(at(60))()).toMatchObject({ _tag: 'Right' })
      expect((await database.pool.query('select 1 from access.failures')).rowCount).toBe(0)
    })
  })

  it('fail with a value, not an exception, when the database is unreachable', async () => {
    const closed = await openQueries(database.url)
    await closed.end()
    const broken = postgresCredentials(closed, { secret: new Uint8Array(32), lock: { failures: 5, minutes: 15 }, cost })
    expect(await broken.set('mario', password, at(0))()).toMatchObject({ left: { type: 'Unavailable' } })
    expect(await broken.attempt({ accountId: 'mario', name: 'm', password, source: 's', at: at(0) })()).toMatchObject({
      left: { type: 'Unavailable' },
    })
  })
})

describe('the password policy (V-11, V-12, Q-06)', () => {
  it.each([
    ['Segreta1!', 'PasswordTooShort', passwordTooShort],
    ['', 'PasswordTooShort', 'Password richiesta'],
    ['Segretissima1', 'PasswordTooPlain', passwordTooWeak],
    ['segretissima1!', 'PasswordTooPlain', passwordTooWeak],
    ['SEGRETISSIMA1!', 'PasswordTooPlain', passwordTooWeak],
    ['Segretissima!!', 'PasswordTooPlain', passwordTooWeak],
    ['Segretissima1#', 'PasswordTooPlain', passwordTooWeak],
    ['Segretiss1!', null, null],
    ['Lunga e con spazi 1!', null, null],
  ])('gives %s the result %s in browser and server', async (word, rejection, message) => {
    expect((await findPasswordWeakness(word, []))?.type ?? null).toBe(rejection)
    const validated = validate(newPassword, word)
    expect(validated.ok ? null : validated.first).toBe(message)
  })

  it('is enforced by the server before it stores a password', async () => {
    const unusedQueries = {} as CommonQueryMethods
    const credentials = postgresCredentials(unusedQueries, {
      secret: new Uint8Array(32),
      lock: { failures: 5, minutes: 15 },
      cost,
    })
    expect(await credentials.set('mario', 'corta', at(0))()).toEqual(E.left({ type: 'PasswordTooShort' }))
    expect(await credentials.findWeakness('tuttaminuscola', [])).toEqual({ type: 'PasswordTooPlain' })
  })
})
