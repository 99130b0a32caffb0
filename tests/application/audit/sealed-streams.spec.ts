import { beforeEach, describe, expect, it } from 'vitest'
import { eventRegistry } from '../../../application/event-registry.ts'
import { aggregates } from '../../../domain/all.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { ReplyOutdated } from '../../../domain/reviews/reply.ts'
import { plusMinutes } from '../../../domain/kernel/time.ts'
import { accountFields } from '../../../domain/audit/concerned-accounts.ts'
import { auditedLog, now, rita, sofia, staff } from '../../support/audit/audited-log.ts'
import { sampleOf } from '../../support/event-samples.ts'

type Data = Readonly<Record<string, unknown>>

const ageOfCanary = 87_654_321

/** A value that occurs nowhere else. */
const canaryFor = (value: unknown, name: string): unknown => {
  if (typeof value === 'number') return ageOfCanary
  const text = `Zafferano-${name}`
  return Array.isArray(value) ? [text, `${text}-2`] : text
}

/** The event's sample, with a canary in each personal field that accepts it. */
const canaryEvent = (type: string) => {
  const fields = eventRegistry.codecs.get(type)?.fields ?? {}
  const sample: Data = sampleOf(type) ?? {}
  const data = Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [
      name,
      fields[name]?.kind === 'pii' ? canaryFor(value, `${type}-${name}`) : value,
    ]),
  )
  return { type, data }
}

const personalFieldsOf = (type: string): readonly string[] =>
  Object.entries(eventRegistry.codecs.get(type)?.fields ?? {}).flatMap(([name, { kind }]) =>
    kind === 'pii' ? [name] : [],
  )

const categories = Object.values(aggregates).map(
  ({ category, events }) => [category, [...events.codecs.keys()] as readonly string[]] as const,
)
const personalTypes = [...eventRegistry.codecs.keys()].filter((type) => personalFieldsOf(type).length > 0)
const streamWith = (type: string) => `${categories.find(([, types]) => types.includes(type))?.[0]}-one`

const canary = /Zafferano|87654321/
const ciphertext = /"~"/

/** Ids of things, and of chains of other systems. */
const otherIds: ReadonlySet<string> = new Set([
  'addressId',
  'batchId',
  'bookingId',
  'caseId',
  'causeId',
  'chainId',
  'changeId',
  'clickId',
  'decisionId',
  'deviceId',
  'disputeId',
  'draftId',
  'emailId',
  'endingId',
  'exclusionId',
  'externalBookingId',
  'flagId',
  'formerAddressId',
  'formerNameId',
  'hotelId',
  'issuedForReviewId',
  'linkId',
  'linkIds',
  'messageId',
  'nameId',
  'openingId',
  'payoutId',
  'planId',
  'programmeId',
  'ratingId',
  'recoveryId',
  'requestId',
  'reviewId',
  'rulingId',
  'sanctionId',
  'statementId',
  'usernameId',
  'violationId',
])

let log: ReturnType<typeof auditedLog>
beforeEach(() => {
  log = auditedLog()
})

describe('a stream as an auditor reads it', () => {
  it.each(personalTypes)(
    'D-16: hides every personal field of %s, in the event, the state and the changes',
    async (type) => {
      const stream = streamWith(type)
      await log.append(stream, [canaryEvent(type)])
      for (const reader of [rita, sofia, staff('both', 'ADMIN', 'REVISORE')]) {
        const page = await log.page(reader, stream)
        const [event] = page.events
        const shown = JSON.stringify([
          page,
          await log.changes(reader, stream, { kind: 'position', position: '' }, null),
        ])
        expect(shown).not.toMatch(canary)
        expect(shown).not.toMatch(ciphertext)
        expect(shown).not.toContain(String.raw`\u0000`)
        for (const field of personalFieldsOf(type))
          expect(event?.data[field]).toEqual({ sealed: true, subject: expect.any(String) })
      }
    },
  )

  it.each(categories)('D-16: folds the state of “%s” although its texts are sealed', async (category, types) => {
    const stream = `${category}-one`
    await log.append(stream, types.map(canaryEvent))
    const page = await log.page(rita, stream)
    expect(page.events).toHaveLength(types.length)
    expect(JSON.stringify(page)).not.toMatch(canary)
  })

  it.each(personalTypes)('D-16: shows the personal fields of %s to the administrator who opened it', async (type) => {
    const stream = streamWith(type)
    await log.append(stream, [canaryEvent(type)])
    await log.open(stream, sofia.accountId)
    const [event] = (await log.page(sofia, stream)).events
    expect(event?.data).toEqual(canaryEvent(type).data)
  })

  it('names in the state whose text is sealed', async () => {
    const { data } = canaryEvent('ReplyPublished')
    await log.append('reply-one', [{ type: 'ReplyPublished', data }])
    const { state } = await log.page(rita, 'reply-one')
    expect(state).toMatchObject({
      current: { text: { sealed: true, subject: (data as { businessId: string }).businessId } },
    })
  })

  it('classifies every id in a clear field as that of a person or of something else', () => {
    const ids = [...eventRegistry.codecs.values()].flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'clear' && /Ids?$/.test(name) ? [name] : [])),
    )
    const unclassified = ids.filter((name) => !accountFields.has(name) && !otherIds.has(name))
    expect([...new Set(unclassified)]).toEqual([])
    expect([...otherIds].filter((name) => accountFields.has(name))).toEqual([])
  })
})

describe('an opening', () => {
  const type = 'ReplyPublished'
  const stream = 'reply-one'
  const isOpenTo = async (reader: Parameters<typeof log.page>[0], opened = stream) =>
    canary.test(
      JSON.stringify([
        await log.page(reader, opened),
        await log.changes(reader, opened, { kind: 'position', position: '' }, null),
      ]),
    )
  beforeEach(async () => {
    await log.append(stream, [canaryEvent(type)])
    await log.append('reply-two', [canaryEvent(type)])
    await log.open(stream, sofia.accountId)
  })

  it('D-46: is for its administrator, its stream and one hour', async () => {
    expect(await isOpenTo(sofia)).toBe(true)
    expect(await isOpenTo(rita)).toBe(false)
    expect(await isOpenTo(staff('paola', 'ADMIN'))).toBe(false)
    expect(await isOpenTo(sofia, 'reply-two')).toBe(false)
    log.setClock(plusMinutes(now, 59))
    expect(await isOpenTo(sofia)).toBe(true)
    log.setClock(plusMinutes(now, 60))
    expect(await isOpenTo(sofia)).toBe(false)
  })

  it('D-46: ends with the role, and leaves nothing opened in memory for others', async () => {
    expect(await isOpenTo(sofia)).toBe(true)
    expect(await isOpenTo(staff(sofia.accountId, 'REVISORE', 'MODERATORE'))).toBe(false)
    expect(await isOpenTo(rita)).toBe(false)
  })

  it('D-46: leaves nothing opened among the states that are kept of long streams, and uses none that is sealed', async () => {
    const later = Array.from({ length: 1_100 }, () => canaryEvent(ReplyOutdated.type))
    for (const first of [sofia, rita]) {
      const name = `reply-read-by-${first.accountId}`
      await log.append(name, [canaryEvent(type), ...later])
      await log.open(name, sofia.accountId)
      for (const reader of [first, rita, sofia, rita]) {
        const { state } = await log.page(reader, name, { from: 1_000 })
        expect([reader.accountId, canary.test(JSON.stringify(state))]).toEqual([reader.accountId, reader === sofia])
      }
    }
  })

  it('D-46: covers only what was recorded before it', async () => {
    await log.append(stream, [{ type: 'ReplyEdited', data: canaryEvent('ReplyEdited').data }])
    const { events, state } = await log.page(sofia, stream)
    expect(events.map(({ data }) => canary.test(JSON.stringify(data)))).toEqual([true, false])
    expect(JSON.stringify(state)).not.toMatch(canary)
  })

  it('B-45: shows nothing of an erased person', async () => {
    const { businessId } = canaryEvent(type).data as { readonly businessId: string }
    expect(E.isRight(await log.keyring.erase(businessId)())).toBe(true)
    expect(await isOpenTo(sofia)).toBe(false)
  })
})
