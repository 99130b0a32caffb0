import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ScoreEntryChanged } from '../../../../domain/reviews/counted-review.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { postReview } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClient(garbo, 'ana')
})
afterAll(() => garbo.stop())

const scoreOf = async (browser: ApiClient, id: string) => {
  const { body } = await browser.get(`/api/businesses/${id}`)
  return (body as { readonly scores: { readonly inForce: unknown } }).scores.inForce
}

/** A tab that shows the score of a business and loads it again when the server says that reviews have changed. */
const openTab = async (browser: ApiClient, businessId: string) => {
  const closing = new AbortController()
  const { body } = await fetch(`${garbo.address}/api/live`, {
    headers: { cookie: browser.cookie() },
    signal: closing.signal,
  })
  const shown = [await scoreOf(browser, businessId)]
  const follow = async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? [])
      if (chunk.includes('"reviews"')) shown.push(await scoreOf(browser, businessId))
  }
  const following = follow().catch(() => undefined)
  return {
    /** Every score shown so far. */
    shown,
    close: async () => {
      closing.abort()
      await following
    },
  }
}

/** Keeps changes of scores from being recorded until released; safe to release twice. */
const delayScores = async () => {
  const client = await garbo.database.pool.connect()
  await client.query(`
    create function wait_for_test() returns trigger language plpgsql as $$ begin
      if (select name from log.types where type_no = new.type_no) = '${ScoreEntryChanged.type}' then
        perform pg_advisory_xact_lock_shared(4711);
      end if;
      return new;
    end $$`)
  await client.query('select pg_advisory_lock(4711)')
  await client.query(
    'create trigger wait_for_test before insert on log.events for each row execute function wait_for_test()',
  )
  let release = async () => {
    release = async () => undefined
    await client.query('select pg_advisory_unlock(4711)')
    client.release()
  }
  return () => release()
}

describe('an open tab of the reviewed business', () => {
  it('Q-94: shows the new score without reloading, even if it is recorded long after the review', async () => {
    const tab = await openTab(rosa.browser, rosa.id)
    onTestFinished(tab.close)
    const release = await delayScores()
    onTestFinished(release)
    const posted = postReview(ana.browser, rosa.id, { rating: 4 })
    await expect.poll(() => tab.shown, { timeout: 20_000 }).toHaveLength(2)
    expect(tab.shown.at(-1)).toEqual({ average: 0, opinions: 0 })

    await release()
    await posted
    await expect.poll(() => tab.shown.at(-1), { timeout: 20_000 }).toEqual({ average: 4, opinions: 1 })
  })
})
