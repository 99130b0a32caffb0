import { describe, expect, it } from 'vitest'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { wallets } from '../../../projections/ava/wallets.ts'
import { countContributions, creditBooking, start } from '../../support/ava/wallet-fixtures.ts'
import { openAuditedLog } from './audited-log.ts'

const forgedSpending = (accountId: string, amount: number) => ({
  type: 'AvaSpent' as const,
  data: { accountId, amount, causeId: 'forged', purpose: 'premium_upgrade' as const, at: start },
})
const allPassed = {
  positions: 'passed',
  versions: 'passed',
  events: 'passed',
  wallets: 'passed',
  'all AVA': 'passed',
  pots: 'passed',
  'wallet table': 'passed',
  immutability: 'passed',
}

describe('a log written by the deciders only', () => {
  it('Q-69, Q-126: passes with the number of events, streams, wallets and AVA checked', async () => {
    const { audit } = await openAuditedLog()
    const found = await audit()
    expect(found.verdicts()).toEqual(allPassed)
    expect(found.extentOf('positions')).toMatch(/^11 events, from 0*1 to 0*11$/)
    expect(found.extentOf('versions')).toBe('2 streams')
    expect(found.extentOf('wallets')).toBe('2 wallets')
    expect(found.extentOf('all AVA')).toBe('earned 47 − taken back 0 − spent 10 − paid 12 = 25')
    expect(found.extentOf('pots')).toBe('ratings 0 + stays 20 + unconfirmed stays 0 = 20')
    expect(found.extentOf('wallet table')).toBe('2 rows')
  })

  it('is compared with the wallets table as of the table’s position', async () => {
    const { audit, stopReader, execute } = await openAuditedLog()
    await stopReader()
    await execute('ana', creditBooking('inverno', 7), ...countContributions(10))
    expect((await audit()).verdicts()).toEqual(allPassed)
  })

  it('is read as of the start while others write', async () => {
    const { audit, execute } = await openAuditedLog()
    const writing = execute('ugo', ...countContributions(30))
    expect((await audit()).faults()).toEqual({})
    await writing
    expect((await audit()).faults()).toEqual({})
  })

  it('P-16: passes when an account was erased and its row is gone', async () => {
    const { audit, append, waitForReader } = await openAuditedLog()
    const erased = { accountId: 'ana', clientId: null, at: '2026-03-05T10:00:00.000Z' as Instant }
    await append('erasure-ana', { type: 'AccountErased', data: erased } as never)
    await waitForReader()
    const found = await audit()
    expect([found.faults(), found.extentOf('wallet table')]).toEqual([{}, '1 rows'])
  })

  it('is reported when there is no wallets table yet', async () => {
    const { audit } = await openAuditedLog({ hasReader: false })
    expect((await audit()).verdicts()).toEqual({ ...allPassed, 'wallet table': 'skipped' })
  })
})

describe('the log check', () => {
  it('Q-69: finds a wallet event that bypassed the decider, with its position', async () => {
    const { audit, append, waitForReader } = await openAuditedLog()
    await append('wallet-rosa', forgedSpending('rosa', 7))
    await waitForReader()
    expect((await audit()).faults()).toEqual({ wallets: ['wallet-rosa 12 available falls to -7 AVA'] })
  })

  it('finds differences in the wallets table, row by row', async () => {
    const { audit, pool, waitForReader, execute } = await openAuditedLog()
    await execute('ugo', ...countContributions(10))
    await waitForReader()
    const walletTable = `read.wallets_v${wallets.version}`
    await pool.query(`update ${walletTable} set available = 99, total_paid_out = 0 where key = 'rosa'`)
    await pool.query(`delete from ${walletTable} where key = 'ugo'`)
    await pool.query(`create table forged as table ${walletTable}; update forged set key = 'nessuno' where key = 'ana';
      insert into ${walletTable} select * from forged where key = 'nessuno'`)
    const { 'wallet table': table = [], ...others } = (await audit()).faults()
    expect(others).toEqual({})
    expect([...table].sort()).toEqual([
      'wallet-nessuno 22 has a row but no event in the log',
      'wallet-rosa 22 available is 99 in the table, 0 according to the log',
      'wallet-rosa 22 totalPaidOut is 0 in the table, 12 according to the log',
      'wallet-ugo 22 has no row',
    ])
  })

  it('finds unreadable data without quoting it', async () => {
    const { audit, writeRaw, stopReader } = await openAuditedLog()
    await stopReader()
    const secret = 'Giulia Bianchi'
    await writeRaw('GiftGiven', JSON.stringify({ to: secret }))
    await writeRaw('AvaSpent', JSON.stringify({ accountId: secret }))
    await writeRaw('AvaSpent', secret)
    const { events = [], ...others } = (await audit()).faults()
    expect(others).toEqual({})
    expect(events.map((line) => line.replace(/^card-\S+ /, ''))).toEqual([
      '12 GiftGiven is unknown here',
      expect.stringMatching(/^13 AvaSpent cannot be read: /),
      '14 AvaSpent is not the JSON that Garbo writes',
    ])
    expect(events.join()).not.toContain(secret)
  })

  it('finds a missing event and reads the rest', async () => {
    const { audit, tamper, append, stopReader } = await openAuditedLog()
    await stopReader()
    await tamper('delete from log.events where position = 4')
    await append('wallet-rosa', forgedSpending('rosa', 1))
    const found = await audit()
    expect(found.extentOf('positions')).toMatch(/^11 events, from 0*1 to 0*12$/)
    expect(found.faults()).toMatchObject({
      positions: [expect.stringMatching(/^wallet-ana 5 directly follows 0*3$/)],
      versions: ['wallet-ana 5 version 5 directly follows version 3'],
      wallets: ['wallet-rosa 12 available falls to -1 AVA'],
    })
  })

  it('finds a gap at the beginning or the end of the log', async () => {
    const { audit, tamper, stopReader } = await openAuditedLog()
    await stopReader()
    await tamper('delete from log.events where position < 3')
    expect((await audit()).faults()).toMatchObject({
      positions: [expect.stringMatching(/3 directly follows the start$/)],
    })
  })

  it('finds wrong versions in a stream', async () => {
    const { audit, tamper, stopReader } = await openAuditedLog()
    await stopReader()
    await tamper(`update log.events set version = 17 where position = 11`)
    expect((await audit()).faults()).toMatchObject({
      versions: ['wallet-rosa 11 version 17 directly follows version 4'],
    })
  })

  const noTrigger = 'log.events has no enabled trigger that rejects every change'
  const unguardedStatements = [
    '“update log.events set position = position where false” is not rejected',
    '“delete from log.events where false” is not rejected',
  ]
  it.each([
    ['is missing', 'drop trigger events_stay on log.events', [noTrigger, ...unguardedStatements]],
    ['is disabled', 'alter table log.events disable trigger events_stay', [noTrigger, ...unguardedStatements]],
    ['is disabled during replication', 'alter table log.events enable trigger events_stay', [noTrigger]],
    [
      'rejects nothing',
      `create function log.pass() returns trigger language plpgsql as $$ begin return null; end $$;
       drop trigger events_stay on log.events;
       create trigger events_stay before update or delete or truncate on log.events for each statement
         execute function log.pass();
       alter table log.events enable always trigger events_stay`,
      [noTrigger, ...unguardedStatements],
    ],
    [
      'does not cover truncation',
      `drop trigger events_stay on log.events;
       create trigger events_stay before update or delete on log.events for each statement execute function log.refuse();
       alter table log.events enable always trigger events_stay`,
      [noTrigger],
    ],
    [
      'calls a function that rejects nothing',
      'create or replace function log.refuse() returns trigger language plpgsql as $$ begin return null; end $$',
      [
        ...unguardedStatements,
        ...unguardedStatements.map((statement) => statement.replaceAll('log.events', 'log.payloads')),
        ...unguardedStatements.map((statement) =>
          statement.replaceAll('log.events', 'log.types').replaceAll('position', 'name'),
        ),
      ],
    ],
  ])('finds a trigger that %s', async (_, statement, missing) => {
    const { audit, pool } = await openAuditedLog({ hasReader: false })
    await pool.query(statement)
    expect((await audit()).faults()).toEqual({ immutability: missing })
  })
})
