import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyProjection, projectionTable } from '../../../infrastructure/projections/projection-engine.ts'
import { businessesByIdOrName, businessesByName, searchBusinesses } from '../../../projections/accounts/businesses.ts'
import { projections } from '../../../projections/all.ts'
import { explainQuery, testDatabase, type TestDatabase } from '../../support/database.ts'

const { businessWords, accounts, visibleReviewCounts, venueDays, exclusions, premiumAccounts } = projections
const tables = [businessWords, accounts, visibleReviewCounts, venueDays, exclusions, premiumAccounts].map(
  (projection) => projectionTable(projection as AnyProjection),
)
const [words, people, , , leftOut] = tables.map(({ relation }) => relation)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const { pool } = database
  await pool.query(
    `create schema read; ${tables.map(({ create, createView }) => `${create}; ${createView}`).join('; ')}`,
  )
  await pool.query(`${manyHouses}; ${tables.flatMap(({ index }) => index || []).join('; ')}; analyze`)
}, 120_000)
afterAll(() => database.drop())

const manyHouses = `insert into read.${people} (key, account_id, kind, email, photo_consent, roles, email_confirmed, registered_at,
    deleted, business_name, search_name, business_type, location)
  select 'b-' || n, 'b-' || n, 'business', '', false, '[]', true, now(), false,
    'Casa ' || n, 'casa ' || n, 'hotel', 'Roma' from generate_series(1, 50000) n;
  insert into read.${words} (key, account_id, words, name_words)
  select 'b-' || n, 'b-' || n, 'casa ' || n || ' hotel albergo roma rm', 'casa ' || n from generate_series(1, 50000) n`
const kinds = ['hotel', 'bnb']

describe('searching places among fifty thousand businesses', () => {
  it('finds word prefixes by an index', async () => {
    const steps = await explainQuery(database.pool, (db) => searchBusinesses(db, ['casa', '4999', 'rom'], kinds, 20))
    expect(steps[0]?.['Actual Rows']).toBe(11)
    expect(steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] === words)).toEqual([])
    expect(steps.some(({ 'Index Name': index }) => index?.startsWith(`${words}_`))).toBe(true)
    expect(Math.max(...steps.map((step) => step['Rows Removed by Filter'] ?? 0))).toBe(0)
  })

  it('finds any word of a name by an index', async () => {
    const steps = await explainQuery(database.pool, (db) => businessesByName(db, '49999'))
    expect(steps[0]?.['Actual Rows']).toBe(1)
    expect(steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] === words)).toEqual([])
  })

  it('computes scores only for the rows it shows', async () => {
    const steps = await explainQuery(database.pool, (db) => searchBusinesses(db, ['casa'], kinds, 20))
    expect(steps[0]?.['Actual Rows']).toBe(20)
    const scores = steps.filter((step) => step['Relation Name'] === leftOut)
    expect(scores.map((step) => step['Actual Loops'])).toEqual([20])
  })

  it('finds names and ids by indexes', async () => {
    const steps = await explainQuery(database.pool, (db) => businessesByIdOrName(db, ['b-7'], ['Casa 8', 'Nessuna']))
    expect(steps[0]?.['Actual Rows']).toBe(2)
    expect(steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] === people)).toEqual([])
  })
})
