import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { wallets } from '../../../projections/ava/wallets.ts'
import { eventRegistry } from '../../../application/event-registry.ts'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { readConfig } from '../../../infrastructure/composition/config.ts'
import { accountId, fundWallet, start } from '../../support/ava/wallet-fixtures.ts'
import { testDatabase } from '../../support/database.ts'
import { runOperatorCommand, startTestGarbo } from '../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../support/users.ts'
import { openStore, standInServer } from '../event-store/eventstoredb/stand-in-server.ts'
import { right, testLog } from '../projections/test-log.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = await signUpClient(garbo, 'ana')
  const rosa = await signUpBusiness(garbo, 'rosa')
  const review = { rating: 4, comment: 'Ottima colazione.', targetType: 'BUSINESS', targetId: rosa.id }
  await ana.browser.post('/api/reviews', { ...review, reasonCode: 'SERVICE' }, ana.browser.idempotencyKey())
  const stay = { destination: 'Siena', checkIn: '2198-03-01', checkOut: '2198-03-04', guests: 2 }
  const booking = { hotelId: 'hotel-belvedere', ...stay }
  await ana.browser.post('/api/bookings', booking, { 'idempotency-key': randomUUID() })
  // Waits until the read models include the review and the booking.
  await ana.browser.get('/api/ava/profile')
})
afterAll(() => garbo.stop())

/** Runs the verification; resolves to its exit code and output. */
const verify = (garboOrConfig: Parameters<typeof runOperatorCommand>[0]) =>
  runOperatorCommand(garboOrConfig, 'audit', 'verify').then(
    (output) => ({ code: 0, output }),
    (error: unknown) => {
      const { code, stdout } = error as { readonly code: number; readonly stdout: string }
      return { code, output: stdout }
    },
  )

describe('garbo audit verify', () => {
  it('finds no fault while Garbo runs, prints one line per check and exits with 0', async () => {
    const { code, output } = await verify(garbo)
    const lines = output.trimEnd().split('\n')
    expect([code, lines.at(-1)]).toEqual([0, 'No faults found.'])
    expect(lines.slice(0, -1).map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual(
      ['positions', 'versions', 'events', 'wallets', 'all AVA', 'pots', 'wallet table', 'immutability'].map((name) => [
        name,
        'passed',
      ]),
    )
    expect(output).toContain(
      'earned 3 − taken back 0 − spent 0 − paid 0 = 3: available 0 + maturing 3 + reserved 0 = 3',
    )
    for (const personal of ['Bianchi', ana.email, 'colazione']) expect(output).not.toContain(personal)
  })

  it('exits with 1 and names the modified row', async () => {
    const { rows } = await garbo.database.pool.query<{ key: string }>('select key from read.wallets')
    await garbo.database.pool.query(`update read.wallets_v${wallets.version} set maturing = 300`)
    const { code, output } = await verify(garbo)
    expect([code, output]).toEqual([1, expect.stringMatching(/wallet table +failed +\d+ rows\n/)])
    expect(output).toMatch(
      new RegExp(`\\n  wallet-${rows[0]?.key} \\d{20} maturing is 300 in the table, \\d according to the log\\n`),
    )
    expect(output.trimEnd()).toMatch(/Faults: \d+\.$/)
  })

  it('explains itself with --help', async () => {
    expect(await runOperatorCommand(garbo, 'audit', 'verify', '--help')).toMatch(/read the whole log[^]*exits with 1/)
  })

  it('reads EventStoreDB too, and skips the checks that need Garbo’s own event store', async () => {
    const { connectionString } = await standInServer()
    const database = await testDatabase()
    onTestFinished(database.drop)
    const { history } = testLog(openStore(connectionString), eventRegistry)
    const actor = { id: null, role: 'operator' as const }
    const meta = { correlationId: 'c', causationId: null, actor, occurredAt: start }
    for (const command of fundWallet(30))
      right(await decideAndAppend({ history, newId: randomUUID })(wallet, accountId, command, meta)())
    const GARBO_MASTER_KEY = randomBytes(32).toString('base64')
    const config = readConfig({ DATABASE_URL: database.url, ESDB_URL: connectionString, GARBO_MASTER_KEY })
    const { code, output } = await verify({ config })
    expect(output).toMatch(/positions +passed +2 events, from \S+ to \S+: in order/)
    expect(output).toMatch(/all AVA +passed +earned 30 /)
    expect(output).toMatch(/wallet table +skipped +there is none/)
    expect(output).toMatch(/immutability +skipped +the log is in EventStoreDB/)
    expect(code).toBe(0)
  })
})

describe('garbo audit replay', () => {
  const replay = (...args: readonly string[]) => runOperatorCommand(garbo, 'audit', 'replay', ...args)

  it('accepts a time in any zone and rejects an invalid one', async () => {
    const { rows } = await garbo.database.pool.query<{ key: string }>('select key from read.wallets')
    const stream = `wallet-${rows[0]?.key}`
    const hour = 3_600_000
    const inRome = (ms: number) => new Date(ms + 2 * hour).toISOString().replace('Z', '+02:00')
    expect(await replay(stream, '--at', inRome(Date.now() - hour))).toBe('')
    expect(await replay(stream, '--at', inRome(Date.now()))).toContain('AvaEarned')
    await expect(replay(stream, '--at', 'ieri')).rejects.toThrow('ieri is not a valid time')
  })

  it.each(['social-google-nobody', 'review-none'])('reports that %s does not exist', async (stream) => {
    await expect(replay(stream)).rejects.toMatchObject({ code: 1, stderr: `The stream ${stream} does not exist.\n` })
  })

  it.each(['', 'review', 'cantina-1'])('reports that “%s” is not the name of a stream', async (stream) => {
    await expect(replay(stream)).rejects.toMatchObject({
      code: 1,
      stderr: `“${stream}” is not the name of a stream; an example is review-<id>.\n`,
    })
  })
})
